// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/states/posix_file.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace planlens::processes {

/// A program and what it is started with. It inherits nothing else.
struct Command {
    std::filesystem::path executable;
    std::vector<std::string> environment = {};        // NAME=VALUE
    std::filesystem::path workingDirectory = {};      // empty: that of this process
    std::vector<std::string> arguments = {};          // its own name first; empty: that alone
};

/// Descriptors of its standard streams. A negative input is an empty one.
struct Streams {
    int input = -1, output = -1, error = -1;
};

/// Whether keys that interrupt this process reach it too. In a session of its own it leads a group of processes as well,
/// whose number is its own, and has no terminal to ask questions on.
enum class Session { Shared, Own };

/// Starts a program; who calls this reaps it. The error is the errno of what failed.
diags::Expected<pid_t, int> spawn(const Command& command, const Streams& streams, Session session);

struct Pipe {
    states::FileHandle read, write;
};
enum class Reading { Waits, ReturnsAtOnce };
diags::Expected<Pipe, int> makePipe(Reading reading);

enum class Drained { MoreMayCome, AtEnd };
/// Reads what is there now, of a descriptor that returns at once, and not much more than the share.
Drained drain(const states::FileHandle& pipe, std::size_t share, const std::function<void(std::string_view bytes)>& sink);

} // namespace planlens::processes
