// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

#include <filesystem>
#include <stop_token>

/// The data source terraform_remote_state: root module outputs of another state. Supports the local backend only.
namespace planlens::providers::builtin {

const schemas::ResourceSchemaPtr& remoteStateSchema();
ProviderDiagnostics validateRemoteState(const values::Value& config);
/// Resolves relative paths against the working directory.
ReadDataResponse readRemoteState(const values::Value& config, const std::filesystem::path& workingDirectory,
                                 const std::string& address, std::stop_token stop);

} // namespace planlens::providers::builtin
