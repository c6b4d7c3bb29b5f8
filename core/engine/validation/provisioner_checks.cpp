// SPDX-License-Identifier: MPL-2.0
#include "core/engine/validation/provisioner_checks.h"

#include "core/configs/config.h"
#include "core/provisioners/provisioner.h"

#include <fmt/core.h>

namespace planlens::engine {

namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Value;

Diagnostics checkConnection(const hcl::BodyPtr& connection, const diags::SourceRange& range, const ModuleScope& scope) {
    Result<Value> value =
        scope.evaluateBody(connection, provisioners::connectionSchema(), ModuleScope::Ephemeral::Allowed);
    if (value.hasErrors())
        return std::move(value.diagnostics);
    const Value type = value->unmarkedDeep().attribute("type");
    if (!type.isKnown() || type.isNull() || type.asString() != "winrm")
        return std::move(value.diagnostics);
    const auto attributes = connection->justAttributes();
    const auto attribute = attributes->find("type");
    Diagnostic warning = Diagnostic::warning(
        "WinRM connection type is deprecated",
        "The winrm connection type is deprecated and will be removed in a future version of OpenTofu.\n\nModern "
        "Windows systems support SSH natively. Migrate your "
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
                if (!provisioners::find(provisioner.type))
                    diagnostics.error("Missing required provisioner plugin",
                                      fmt::format("This configuration requires provisioner plugin \"{}\", which isn't "
                                                  "available. If you're intending to use an external "
                                                  "provisioner plugin, you must install it manually into one of the "
                                                  "plugin search directories before running OpenTofu.",
                                                  provisioner.type));
    });
    return diagnostics;
}

hcl::BodyPtr connectionOf(const configs::Provisioner& provisioner, const configs::Resource* resource) {
    const hcl::BodyPtr around = resource ? resource->connection : nullptr;
    if (provisioner.connection && around)
        return hcl::mergeOverrideBody(around, provisioner.connection);
    return provisioner.connection ? provisioner.connection : around;
}

Diagnostics validateProvisioner(const configs::Provisioner& provisioner, const configs::Resource& resource,
                                const ModuleScope& scope) {
    const provisioners::Provisioner* kind = provisioners::find(provisioner.type);
    if (!kind)
        return {};
    Result<Value> value = scope.evaluateBody(provisioner.config, kind->schema(), ModuleScope::Ephemeral::Allowed);
    Diagnostics diagnostics = std::move(value.diagnostics);
    diagnostics.append(kind->validate(value->unmarkedDeep()));
    if (const hcl::BodyPtr connection = connectionOf(provisioner, &resource))
        diagnostics.append(checkConnection(
            connection, provisioner.connection ? provisioner.connectionRange : resource.connectionRange, scope));
    return diagnostics;
}

bool isRunBy(const configs::Provisioner& provisioner, plans::Action action) {
    // Destroy provisioners do not run for objects that are destroyed after their replacement was created.
    if (provisioner.when == configs::ProvisionerWhen::Destroy)
        return action == plans::Action::Delete || action == plans::Action::DeleteThenCreate;
    return action == plans::Action::Create || plans::isReplace(action) || action == plans::Action::ForgetThenCreate;
}

Diagnostics unsupportedConnections(const configs::Resource& resource, const addrs::AbsResourceInstance& address,
                                   plans::Action action) {
    Diagnostics diagnostics;
    for (const configs::Provisioner& provisioner : resource.provisioners) {
        const hcl::BodyPtr connection = isRunBy(provisioner, action) ? connectionOf(provisioner, &resource) : nullptr;
        const auto attributes = connection ? connection->justAttributes() : decltype(connection->justAttributes())();
        const auto type = attributes.value ? attributes->find("type") : decltype(attributes->find("type"))();
        if (!attributes.value || type == attributes->end() || !type->second.expression->variables().empty())
            continue;
        const hcl::MapScope nothing({});
        const Result<Value> value = type->second.expression->evaluate(&nothing);
        if (value.hasErrors() || !value->isKnown() || value->isNull() || !value->type().isString() ||
            value->asString() != "winrm")
            continue;
        Diagnostic refusal =
            Diagnostic::error("Connection type is not supported",
                              fmt::format("The change of {} would run the provisioner \"{}\" through a connection of "
                                          "the type winrm, which Planlens does not support. Nothing was "
                                          "changed. Set up an SSH server on the machine and use type = \"ssh\" and "
                                          "target_platform = \"windows\", or apply this plan with tofu.",
                                          address.toString(), provisioner.type),
                              type->second.expression->range());
        refusal.address = address.toString();
        diagnostics.append(std::move(refusal));
    }
    return diagnostics;
}

} // namespace planlens::engine
