// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/system/file.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <poll.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace planlens::system {

/// A program with its arguments and environment. It inherits no other descriptors or variables.
struct Command {
    std::filesystem::path executable;
    std::vector<std::string> environment = {};   // NAME=VALUE
    std::filesystem::path workingDirectory = {}; // empty: that of this process
    std::vector<std::string> arguments = {};     // argv, with the program name first; empty: only the name
    std::vector<int> descriptors = {};           // 3, 4, … of the program
};

/// Returns a null-terminated array of pointers into the texts, as execve() expects it.
std::vector<char*> pointersTo(std::vector<std::string>& texts);

/// Descriptors of the standard streams. An input of -1 means /dev/null.
struct Streams {
    int input = -1, output = -1, error = -1;
};

/// Shared: Ctrl+C also interrupts the program. Own: the program leads a new session and process group without a
/// terminal. The ID of both is its process ID.
enum class Session { Shared, Own };

/// Tells planlens-cli to stop, release its locks, and exit within seconds. Other programs are killed by it.
inline constexpr int stopSignal = SIGUSR1;

/// EndsWithThread: the program is killed when the thread that started it ends, and thus also with this process.
/// StopsWithThread: it is sent `stopSignal` then, and closed output is an error for it and no signal.
enum class Lifetime { Independent, EndsWithThread, StopsWithThread };

/// Starts a program. The caller must reap it. The error is an errno.
diags::Expected<pid_t, int> spawn(const Command& command, const Streams& streams, Session session,
                                  Lifetime lifetime = Lifetime::Independent);

struct Pipe {
    system::FileHandle read, write;
};
enum class Reading { Blocking, NonBlocking };
diags::Expected<Pipe, int> makePipe(Reading reading);

enum class Drained { MoreMayCome, AtEnd, Failed };
/// Reads the available bytes of a non-blocking descriptor, up to about `share`.
Drained drain(const system::FileHandle& pipe, std::size_t share,
              const std::function<void(std::string_view bytes)>& sink);

/// The interval at which a program is polled if the system cannot wait for it.
inline constexpr std::chrono::milliseconds pollingInterval(20);
/// As poll(2) with a timeout in milliseconds. The first two are output streams of a program: if the system has no
/// memory for waiting, they are reported as readable after pollingInterval.
int pollStreams(std::span<pollfd> waiting, int timeout);

} // namespace planlens::system
