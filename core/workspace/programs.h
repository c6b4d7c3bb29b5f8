// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/providers/packages/installed_packages.h"
#include "core/workspace/state_location.h"

#include <filesystem>
#include <string>
#include <vector>

namespace planlens::configs {
struct Config;
}
namespace planlens::workspace {

/// A program that planning or applying starts, or a server that it contacts, because of the content of the directory.
struct StartedProgram {
    /// StateTool also applies plans; RemoteStateTool only reads states for terraform_remote_state. Credentials: a
    /// program that provides those of a StateServer. Encryption: a program that provides keys, or encrypts and
    /// decrypts, or a server of keys.
    enum class Kind { Provider, Provisioner, StateTool, RemoteStateTool, StateServer, Credentials, Encryption };
    Kind kind = Kind::Provider;
    std::string name;    // provider address, provisioner type, tool name, backend, or address of the encryption block
    std::string subject; // address of the provisioner's resource, or what only the tool can read
    std::string command; // of a provisioner or encryption: the argument with its program or server, as written; of
                         // credentials: when the program is started, if it is not known yet
    std::string version; // of the provider, as selected by the lock file
    bool isUnderDevelopment = false;
    std::filesystem::path
        path; // relative if within the directory; empty: not installed, or known only to the configuration
};

/// Lists the programs for a configuration and its state. Starts none of them.
/// `sources` are the texts of the configuration.
std::vector<StartedProgram> startedPrograms(const configs::Config& config, const StateLocation& state,
                                            const providers::InstalledPackages& packages,
                                            const diags::Sources& sources);

} // namespace planlens::workspace
