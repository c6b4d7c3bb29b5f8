// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/credentials.h"

#include "core/cloud/json_object.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/run_program.h"
#include "core/values/text/printable.h"
#include "core/values/text/trimmed.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::backends::kubernetes {
namespace {

namespace fs = std::filesystem;
using diags::Expected;
using diags::Unexpected;
using nlohmann::json;

/// The value of KUBERNETES_EXEC_INFO for a plugin. It has no terminal.
std::string requestFor(const Plugin& plugin, const std::string& cluster) {
    json spec{{"interactive", false}};
    if (!cluster.empty())
        spec["cluster"] = json::parse(cluster, nullptr, false);
    return json{{"kind", "ExecCredential"}, {"apiVersion", plugin.apiVersion}, {"spec", std::move(spec)}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

} // namespace

Expected<bool, std::string> Credentials::addTo(cloud::http::Request& request, const std::stop_token& stop) {
    if (!m_settings.token.empty() || !m_settings.tokenFile.empty()) {
        const std::scoped_lock guard(m_mutex);
        if (!m_settings.tokenFile.empty())
            if (const auto text = system::readFile(m_settings.tokenFile); text && !values::trimmed(*text).empty())
                m_fileToken = values::trimmed(*text);
        const std::string& token = m_fileToken.empty() ? m_settings.token : m_fileToken;
        request.headers.push_back("Authorization: Bearer " + token);
        return true;
    }
    request.username = m_settings.username;
    request.password = m_settings.password;
    if (!m_settings.plugin)
        return true;
    const std::scoped_lock guard(m_mutex);
    if (!m_printed || (m_printed->expires && std::chrono::system_clock::now() > *m_printed->expires)) {
        auto printed = runPlugin(stop);
        if (!printed)
            return Unexpected{"getting credentials: " + printed.error()};
        m_printed = *std::move(printed);
    }
    if (!m_printed->token.empty())
        request.headers.push_back("Authorization: Bearer " + m_printed->token);
    if (!m_printed->certificate.empty()) {
        request.tls.certificate = m_printed->certificate;
        request.tls.privateKey = m_printed->key;
    }
    return true;
}

bool Credentials::renew() {
    const std::scoped_lock guard(m_mutex);
    m_printed.reset();
    return m_settings.plugin.has_value();
}

std::string Credentials::description() const {
    if (!m_settings.tokenFile.empty())
        return "the token in " + m_settings.tokenFile;
    if (!m_settings.token.empty())
        return "the token of the configuration";
    if (!m_settings.username.empty())
        return "the user and the password of the configuration";
    return m_settings.plugin ? "those that " + m_settings.plugin->command + " prints" : std::string();
}

Expected<Credentials::Printed, std::string> Credentials::runPlugin(const std::stop_token& stop) const {
    const Plugin& plugin = *m_settings.plugin;
    if (plugin.interactiveMode == "Always")
        return Unexpected{
            std::string("exec plugin cannot support interactive mode: Planlens starts it without a terminal")};
    const auto program = system::findProgram(plugin.command);
    if (!program)
        return Unexpected{fmt::format("exec: executable {} not found{}{}", plugin.command,
                                      plugin.installHint.empty() ? "" : "\n\n", plugin.installHint)};
    auto variables = plugin.variables;
    variables.emplace_back("KUBERNETES_EXEC_INFO", requestFor(plugin, m_settings.clusterForPlugin));
    system::Command command{.executable = *program,
                            .environment = system::withVariables(system::ownEnvironment(), variables),
                            .workingDirectory = m_settings.directory,
                            .arguments = {plugin.command}};
    command.arguments.insert(command.arguments.end(), plugin.arguments.begin(), plugin.arguments.end());
    const auto printed = system::runForOutput(command, stop);
    if (!printed)
        return Unexpected{fmt::format("exec: {}: {}", program->string(), system::errnoText(printed.error()))};
    if (stop.stop_requested())
        return Unexpected{std::string("stopped")};
    if (!printed->isComplete)
        return Unexpected{fmt::format("exec: executable {} did not end within a minute", plugin.command)};
    if (!printed->status.isSuccess())
        return Unexpected{fmt::format("exec: executable {} failed ({}){}{}", plugin.command, printed->status.toString(),
                                      printed->error.empty() ? "" : ":\n\n", values::printableLines(printed->error))};
    return readPrinted(printed->output, plugin.apiVersion);
}

Expected<Credentials::Printed, std::string> Credentials::readPrinted(const std::string& text,
                                                                     const std::string& apiVersion) {
    const auto object = cloud::JsonObject::parse(text);
    if (!object || object->text("kind") != "ExecCredential")
        return Unexpected{std::string("decoding stdout: the exec plugin did not print a JSON object of the kind "
                                      "ExecCredential")};
    if (const std::string version = object->text("apiVersion"); version != apiVersion)
        return Unexpected{fmt::format("exec plugin is configured to use API version {}, plugin returned version {}",
                                      apiVersion, version)};
    const auto status = object->object("status");
    if (!status)
        return Unexpected{std::string("exec plugin didn't return a status field")};
    Printed printed{status->text("token"), status->text("clientCertificateData"), status->text("clientKeyData")};
    if (printed.token.empty() && printed.certificate.empty() && printed.key.empty())
        return Unexpected{std::string("exec plugin didn't return a token or cert/key pair")};
    if (printed.certificate.empty() != printed.key.empty())
        return Unexpected{std::string("exec plugin returned only certificate or key, not both")};
    const std::string expires = status->text("expirationTimestamp");
    const auto time = lang::parseTimestamp(expires, lang::Strictness::Lenient);
    if (!expires.empty() && !time)
        return Unexpected{std::string("decoding stdout: the expirationTimestamp is not a time")};
    if (!expires.empty())
        printed.expires = Time(std::chrono::seconds(time->seconds));
    return printed;
}

} // namespace planlens::backends::kubernetes
