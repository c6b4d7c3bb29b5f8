// SPDX-License-Identifier: MPL-2.0
#include "core/engine/provisioner_checks.h"

#include <fmt/core.h>

#include <initializer_list>
#include <utility>

namespace planlens::engine {

namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Type;
using values::Value;

enum class Need { Optional, Required };
struct Argument {
    const char* name;
    Type type;
    Need need = Need::Optional;
};

schemas::ResourceSchemaPtr schemaOf(std::initializer_list<Argument> arguments) {
    schemas::Block block;
    for (const Argument& argument : arguments) {
        schemas::Attribute attribute;
        attribute.type = argument.type;
        attribute.required = argument.need == Need::Required;
        attribute.optional = !attribute.required;
        block.attributes.emplace(argument.name, std::move(attribute));
    }
    return schemas::ResourceSchema::make(std::move(block));
}

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

bool isEmpty(const Value& text) { return text.isKnown() && (text.isNull() || text.asString().empty()); }

void checkLocalExec(const Value& config, Diagnostics& diagnostics) {
    if (isEmpty(config.attribute("command")))
        diagnostics.error("Invalid local-exec provisioner command", "The command must be a non-empty string.");
}

void checkRemoteExec(const Value& config, Diagnostics& diagnostics) {
    int given = 0;
    for (const char* name : {"inline", "script", "scripts"})
        given += config.attribute(name).isNull() ? 0 : 1;
    if (given != 1)
        diagnostics.error("Invalid remote-exec provisioner configuration", "Only one of \"inline\", \"script\", or \"scripts\" must be set");
}

void checkFile(const Value& config, Diagnostics& diagnostics) {
    if (isEmpty(config.attribute("destination")))
        diagnostics.error("Invalid file provisioner configuration", "The destination must be a non-empty string.");
    const bool source = !config.attribute("source").isNull(), content = !config.attribute("content").isNull();
    if (source && content)
        diagnostics.error("Cannot set both 'source' and 'content'", {});
    else if (!source && !content)
        diagnostics.error("Must provide one of 'source' or 'content'", {});
}

struct ProvisionerType {
    const char* name;
    schemas::ResourceSchemaPtr schema;
    void (*check)(const Value& config, Diagnostics& diagnostics);
};

const ProvisionerType* findType(const std::string& name) {
    static const ProvisionerType types[] = {
        {"local-exec",
         schemaOf({{"command", Type::string(), Need::Required},
                   {"interpreter", Type::list(Type::string())},
                   {"working_dir", Type::string()},
                   {"environment", Type::map(Type::string())},
                   {"quiet", Type::boolean()}}),
         checkLocalExec},
        {"remote-exec", schemaOf({{"inline", Type::list(Type::string())}, {"script", Type::string()}, {"scripts", Type::list(Type::string())}}), checkRemoteExec},
        {"file", schemaOf({{"source", Type::string()}, {"content", Type::string()}, {"destination", Type::string(), Need::Required}}), checkFile},
    };
    for (const ProvisionerType& type : types)
        if (name == type.name)
            return &type;
    return nullptr;
}

Diagnostics checkConnection(const hcl::BodyPtr& connection, const diags::SourceRange& range, const ModuleScope& scope) {
    Result<Value> value = scope.evaluateBody(connection, connectionSchema(), ModuleScope::Ephemeral::Allowed);
    if (value.hasErrors())
        return std::move(value.diagnostics);
    const Value type = value->unmarkedDeep().attribute("type");
    if (!type.isKnown() || type.isNull() || type.asString() != "winrm")
        return std::move(value.diagnostics);
    const auto attributes = connection->justAttributes();
    const auto attribute = attributes->find("type");
    Diagnostic warning = Diagnostic::warning(
        "WinRM connection type is deprecated",
        "The winrm connection type is deprecated and will be removed in a future version of OpenTofu.\n\nModern Windows systems support SSH natively. Migrate your "
        "provisioners to use SSH instead.\n\nTo get started with OpenSSH on Windows, refer to "
        "https://learn.microsoft.com/en-us/windows-server/administration/openssh/openssh_install_firstuse");
    warning.subject = attribute == attributes->end() ? range : attribute->second.expression->range();
    warning.context = diags::SourceRange::between(range, connection->missingItemRange());
    value.diagnostics.append(std::move(warning));
    return std::move(value.diagnostics);
}

} // namespace

Diagnostics missingProvisioners(const configs::Config& config) {
    Diagnostics diagnostics;
    config.forEachModule([&](const configs::ModuleNode& node) {
        for (const auto& [address, resource] : node.module.resources)
            for (const configs::Provisioner& provisioner : resource.provisioners)
                if (!findType(provisioner.type))
                    diagnostics.error("Missing required provisioner plugin",
                                      fmt::format("This configuration requires provisioner plugin \"{}\", which isn't available. If you're intending to use an external "
                                                  "provisioner plugin, you must install it manually into one of the plugin search directories before running OpenTofu.",
                                                  provisioner.type));
    });
    return diagnostics;
}

Diagnostics validateProvisioner(const configs::Provisioner& provisioner, const configs::Resource& resource, const ModuleScope& scope) {
    const ProvisionerType* type = findType(provisioner.type);
    if (!type)
        return {};
    Result<Value> value = scope.evaluateBody(provisioner.config, type->schema->block, ModuleScope::Ephemeral::Allowed);
    Diagnostics diagnostics = std::move(value.diagnostics);
    type->check(value->unmarkedDeep(), diagnostics);
    hcl::BodyPtr connection = provisioner.connection ? provisioner.connection : resource.connection;
    if (provisioner.connection && resource.connection)
        connection = hcl::mergeBodies({resource.connection, provisioner.connection});
    if (connection)
        diagnostics.append(checkConnection(connection, provisioner.connection ? provisioner.connectionRange : resource.connectionRange, scope));
    return diagnostics;
}

} // namespace planlens::engine
