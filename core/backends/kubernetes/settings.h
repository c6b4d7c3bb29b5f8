// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/server.h"
#include "core/backends/types.h"

#include <filesystem>
#include <string>

namespace planlens::backends::kubernetes {

/// The arguments of the backend, with the environment, the configuration files and the defaults filled in.
struct Settings {
    ServerSettings server;
    std::string nameSpace; // empty: none, which the server rejects
    std::string secretSuffix;
    Labels labels; // in addition to those of states
};

/// The folder with the credentials of a pod.
inline constexpr auto serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/// Checks the arguments as the reference does. Reads the files that they name, and starts no program.
diags::Result<Settings> readSettings(const Setup& setup,
                                     const std::filesystem::path& serviceAccount = serviceAccountFolder);

} // namespace planlens::backends::kubernetes
