// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers::plugin {

/// Values passed to a plugin in its environment.
struct EnvironmentOptions {
    std::string clientCertificate;         // PEM; empty: no encryption
    std::filesystem::path socketDirectory; // directory for the plugin's socket; empty: the plugin's default
};

/// Returns the environment of a plugin: `own` with the variables of go-plugin's handshake. Reduces the log level of
/// plugins that log every step, unless the user has set any variable for logs.
std::vector<std::string> pluginEnvironment(const std::vector<std::string>& own, const EnvironmentOptions& options);

/// Whether the user has disabled TLS between this program and its plugins (TF_DISABLE_PLUGIN_TLS).
bool isEncryptionDisabled(const std::vector<std::string>& own);

} // namespace planlens::providers::plugin
