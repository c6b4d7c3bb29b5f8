// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "core/states/encryption.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

/// The data source terraform_remote_state: root module outputs of another state. Backends that Planlens does not access
/// itself are read through the user's own tool.
namespace planlens::providers::builtin {

/// Parameters for reading remote states.
struct RemoteStateAccess {
    std::filesystem::path workingDirectory; // base of relative paths
    /// Files: only the backend "local", for an untrusted directory. Its configuration could select a server that
    /// receives the credentials of the environment.
    enum class Reach { Files, Everything };
    Reach reach = Reach::Everything;
    std::string tool = {};       // path or name of the tool; empty: the default
    std::stop_token forced = {}; // interrupts the tool a second time
    /// Returns the encryption of the state that the resource instance with this address reads; null: not encrypted.
    using Encryption = std::function<states::EncryptionPtr(const std::string& address)>;
    Encryption encryption = {}; // not set: no state is encrypted
};

const schemas::ResourceSchemaPtr& remoteStateSchema();
/// Validates the configuration; accesses no backend.
ProviderDiagnostics validateRemoteState(const values::Value& config);
/// Blocks until the state is read. Several threads may read at the same time.
ReadDataResponse readRemoteState(const values::Value& config, const RemoteStateAccess& access,
                                 const std::string& address, std::stop_token stop);

} // namespace planlens::providers::builtin
