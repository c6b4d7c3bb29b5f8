// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/environment.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace planlens::providers::plugin {
namespace {

// Public constants, the same for all plugins. They only let a plugin detect that a user has started it directly.
constexpr std::string_view cookieName = "TF_PLUGIN_MAGIC_COOKIE";
constexpr std::string_view cookieValue = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
constexpr std::string_view socketDirectoryName = "PLUGIN_UNIX_SOCKET_DIR";
constexpr std::string_view certificateName = "PLUGIN_CLIENT_CERT";

std::optional<std::string_view> find(const std::vector<std::string>& variables, std::string_view name) {
    for (const std::string_view variable : variables)
        if (variable.starts_with(name) && variable.substr(name.size()).starts_with('='))
            return variable.substr(name.size() + 1);
    return {};
}

} // namespace

bool isEncryptionDisabled(const std::vector<std::string>& own) {
    return !find(own, "TF_DISABLE_PLUGIN_TLS").value_or("").empty();
}

std::vector<std::string> pluginEnvironment(const std::vector<std::string>& own, const EnvironmentOptions& options) {
    std::vector<std::pair<std::string_view, std::string>> added{
        {cookieName, std::string(cookieValue)},
        {"PLUGIN_MIN_PORT", "10000"},
        {"PLUGIN_MAX_PORT", "25000"},
        {"PLUGIN_PROTOCOL_VERSIONS", "5,6"},
    };
    if (!options.clientCertificate.empty())
        added.emplace_back(certificateName, options.clientCertificate);
    if (!options.socketDirectory.empty() && !find(own, socketDirectoryName))
        added.emplace_back(socketDirectoryName, options.socketDirectory.string());
    constexpr std::array logSettings{"TF_LOG_SDK", "TF_LOG", "TF_LOG_PROVIDER"};
    if (std::none_of(logSettings.begin(), logSettings.end(), [&own](std::string_view name) { return find(own, name); }))
        added.emplace_back("TF_LOG_SDK", "ERROR");

    // Variables that another host program has set for this process must not reach the plugin.
    constexpr std::array removed{certificateName, std::string_view("PLUGIN_MULTIPLEX_GRPC")};
    std::vector<std::string> result;
    for (const std::string& variable : own) {
        const std::string_view name = std::string_view(variable).substr(0, variable.find('='));
        const bool isReplaced =
            std::any_of(added.begin(), added.end(), [name](const auto& a) { return a.first == name; }) ||
            std::find(removed.begin(), removed.end(), name) != removed.end();
        if (!isReplaced)
            result.push_back(variable);
    }
    for (const auto& [name, value] : added)
        result.push_back(std::string(name) + "=" + value);
    return result;
}

} // namespace planlens::providers::plugin
