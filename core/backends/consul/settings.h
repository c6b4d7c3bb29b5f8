// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/consul/session_lock.h"
#include "core/backends/types.h"

#include <string>

namespace planlens::backends::consul {

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    ServerSettings server;
    std::string path; // of the state of the workspace "default"
    bool isCompressed = false, locks = true;
    LockTimes times;
};

/// Checks the arguments as the reference does. Reads the files that they name.
diags::Result<Settings> readSettings(const Setup& setup);

} // namespace planlens::backends::consul
