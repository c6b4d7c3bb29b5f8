// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/connection.h"

#include "core/lang/functions/time/timestamp.h"
#include "core/provisioners/provisioner_types.h"
#include "core/system/environment.h"

#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace planlens::provisioners {

using diags::Expected;
using diags::Unexpected;
using values::Type;
using values::Value;

const schemas::Block& connectionSchema() {
    static const schemas::ResourceSchemaPtr schema = schemaOf({{"host", Type::string(), Need::Required},
                                                               {"type", Type::string()},
                                                               {"user", Type::string()},
                                                               {"password", Type::string()},
                                                               {"port", Type::number()},
                                                               {"timeout", Type::string()},
                                                               {"script_path", Type::string()},
                                                               {"target_platform", Type::string()},
                                                               {"private_key", Type::string()},
                                                               {"certificate", Type::string()},
                                                               {"host_key", Type::string()},
                                                               {"agent", Type::boolean()},
                                                               {"agent_identity", Type::string()},
                                                               {"proxy_scheme", Type::string()},
                                                               {"proxy_host", Type::string()},
                                                               {"proxy_port", Type::number()},
                                                               {"proxy_user_name", Type::string()},
                                                               {"proxy_user_password", Type::string()},
                                                               {"bastion_host", Type::string()},
                                                               {"bastion_host_key", Type::string()},
                                                               {"bastion_port", Type::number()},
                                                               {"bastion_user", Type::string()},
                                                               {"bastion_password", Type::string()},
                                                               {"bastion_private_key", Type::string()},
                                                               {"bastion_certificate", Type::string()},
                                                               {"https", Type::boolean()},
                                                               {"insecure", Type::boolean()},
                                                               {"cacert", Type::string()},
                                                               {"use_ntlm", Type::boolean()}});
    return schema->block;
}

std::string Host::displayName() const {
    return name.find(':') == std::string::npos ? name : '[' + name + ']';
}

namespace {

/// Removes the brackets around an IPv6 address.
std::string withoutBrackets(std::string name) {
    return name.size() > 2 && name.front() == '[' && name.back() == ']' ? name.substr(1, name.size() - 2) : name;
}

/// Converts a port number; null yields the default.
Expected<unsigned, std::string> portOf(const Value& value, unsigned otherwise) {
    if (value.isNull())
        return otherwise;
    const auto port = value.asNumber().toInt64();
    if (!port)
        return Unexpected<std::string>{"value must be a whole number"};
    constexpr std::int64_t largest = std::numeric_limits<std::uint16_t>::max();
    if (*port < 0 || *port > largest)
        return Unexpected{fmt::format("value must be a whole number, between 0 and {} inclusive", largest)};
    return *port == 0 ? otherwise : static_cast<unsigned>(*port);
}

/// Reports credentials that cannot work; empty if none is found. Called before connecting.
std::string authenticationProblem(const Host& host, std::string_view prefix, bool usesAgent) {
    if (host.hasPassword && host.privateKey.empty() && !usesAgent)
        return fmt::format(
            "logging in to {} with a password is not supported: Planlens connects with the ssh program of the system, "
            "which accepts only passwords that a person types. Set {}private_key, or keep the key in an SSH agent and "
            "set agent to true, instead of {}password",
            host.displayName(), prefix, prefix);
    if (host.privateKey.empty())
        return {};
    if (host.privateKey.find("-----BEGIN ") == std::string::npos ||
        host.privateKey.find("-----END ") == std::string::npos)
        return "Failed to read ssh private key: no key found";
    if (host.privateKey.find("Proc-Type: 4,ENCRYPTED") != std::string::npos)
        return "Failed to read ssh private key: password protected keys are\nnot supported. Please decrypt the key "
               "prior to use.";
    return {};
}

} // namespace

Expected<Connection, std::string> readConnection(const Value& value) {
    const auto text = [&](const char* name) { return textOf(value.attribute(name)); };
    const std::string type = text("type");
    if (type == "winrm")
        return Unexpected<std::string>{
            "connections of the type winrm are not supported by Planlens. Set up an SSH server on the machine, which "
            "all supported versions of Windows include, and use type = \"ssh\" and target_platform = \"windows\", or "
            "apply with tofu"};
    if (!type.empty() && type != "ssh")
        return Unexpected{fmt::format("connection type '{}' not supported", type)};

    Connection connection;
    Host& host = connection.host;
    host.name = withoutBrackets(text("host"));
    host.user = text("user").empty() ? "root" : text("user");
    host.privateKey = text("private_key");
    host.certificate = text("certificate");
    host.key = text("host_key");
    host.hasPassword = !text("password").empty();
    const auto port = portOf(value.attribute("port"), host.port);
    if (!port)
        return Unexpected{port.error()};
    host.port = *port;
    if (host.name.empty())
        return Unexpected<std::string>{"host for provisioner cannot be empty"};

    const bool hasAgent = !system::environmentText("SSH_AUTH_SOCK").empty();
    const Value agent = value.attribute("agent");
    connection.usesAgent = agent.isNull() ? hasAgent : agent.asBool();
    connection.agentIdentity = text("agent_identity");

    const std::string platform = text("target_platform");
    if (!platform.empty() && platform != "unix" && platform != "windows")
        return Unexpected<std::string>{"target_platform for provisioner has to be either unix or windows"};
    connection.platform = platform == "windows" ? Connection::Platform::Windows : Connection::Platform::Unix;
    connection.scriptPath = text("script_path");
    if (connection.scriptPath.empty())
        connection.scriptPath = connection.platform == Connection::Platform::Windows
                                    ? "C:/windows/temp/terraform_%RAND%.cmd"
                                    : "/tmp/terraform_%RAND%.sh";
    // An invalid duration is ignored, as in OpenTofu.
    if (const auto timeout = lang::parseDuration(text("timeout")))
        connection.timeout = std::chrono::nanoseconds(*timeout);

    if (!text("proxy_host").empty())
        return Unexpected<std::string>{"connections through an HTTP proxy are not supported by Planlens. Reach the "
                                       "host through a bastion_host, or apply with tofu"};
    if (!text("bastion_host").empty()) {
        const auto given = [&](const char* name, const std::string& otherwise) {
            return text(name).empty() ? otherwise : text(name);
        };
        Host bastion;
        bastion.name = withoutBrackets(text("bastion_host"));
        bastion.user = given("bastion_user", host.user);
        bastion.privateKey = given("bastion_private_key", host.privateKey);
        bastion.certificate = given("bastion_certificate", host.certificate);
        bastion.key = text("bastion_host_key");
        bastion.hasPassword = !text("bastion_password").empty() || host.hasPassword;
        const auto bastionPort = portOf(value.attribute("bastion_port"), host.port);
        if (!bastionPort)
            return Unexpected{bastionPort.error()};
        bastion.port = *bastionPort;
        connection.bastion = std::move(bastion);
    }
    std::string problem = authenticationProblem(host, "", connection.usesAgent);
    if (problem.empty() && connection.bastion)
        problem = authenticationProblem(*connection.bastion, "bastion_", connection.usesAgent);
    if (problem.empty() && connection.usesAgent && !hasAgent)
        problem = "SSH agent requested but SSH_AUTH_SOCK not-specified";
    if (!problem.empty())
        return Unexpected{std::move(problem)};
    return connection;
}

} // namespace planlens::provisioners
