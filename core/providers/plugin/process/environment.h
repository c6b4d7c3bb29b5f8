// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers::plugin {

/// What a plugin is told by its environment.
struct EnvironmentOptions {
    std::string clientCertificate;         // PEM; empty: no encryption
    std::filesystem::path socketDirectory; // where newer plugins make their socket; empty: wherever they like
};

/// The environment of a plugin: that of this process, with what go-plugin's handshake asks for. Plugins that log every
/// step are told not to, unless the user has said anything about logs.
std::vector<std::string> pluginEnvironment(const std::vector<std::string>& own, const EnvironmentOptions& options);

/// Whether the user has switched off the encryption between this program and its plugins (TF_DISABLE_PLUGIN_TLS).
bool isEncryptionDisabled(const std::vector<std::string>& own);

} // namespace planlens::providers::plugin
