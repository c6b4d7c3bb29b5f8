// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/move_endpoint.h"

#include "core/addrs/parsing/address_parser.h"

namespace planlens::addrs {

namespace {

/// How precisely an endpoint names its object, from all instances to a single one. Both endpoints need the same.
enum class Precision { ModuleCall, ModuleInstance, Resource, ResourceInstance };

Precision precisionOf(const MoveEndpoint& endpoint) {
    if (const auto* module = std::get_if<ModuleInstance>(&endpoint.subject)) {
        return !module->isRoot() && module->path.back().key.isNone() ? Precision::ModuleCall
                                                                     : Precision::ModuleInstance;
    }
    return std::get<AbsResourceInstance>(endpoint.subject).key.isNone() ? Precision::Resource
                                                                        : Precision::ResourceInstance;
}

/// Returns the subject with the wanted precision; nothing if it is of the other kind.
std::optional<AbsMoveable> subjectAt(const MoveEndpoint& endpoint, Precision wanted) {
    if (const auto* module = std::get_if<ModuleInstance>(&endpoint.subject)) {
        if (wanted == Precision::ModuleInstance)
            return *module;
        if (wanted == Precision::ModuleCall)
            return AbsModuleCall{module->parent(), module->path.back().name};
        return {};
    }
    const auto& instance = std::get<AbsResourceInstance>(endpoint.subject);
    if (wanted == Precision::ResourceInstance)
        return instance;
    if (wanted == Precision::Resource)
        return instance.containing();
    return {};
}

Module joined(const Module& base, const ModuleInstance& relative) {
    Module result = base;
    for (const ModuleStep& step : relative.path)
        result.path.push_back(step.name);
    return result;
}

diags::Diagnostics notRemovable(std::string summary, std::string_view what, std::string_view whatPlural,
                                const diags::SourceRange& range) {
    const std::string plural(whatPlural);
    std::string lower = plural;
    lower.front() = static_cast<char>(lower.front() - 'A' + 'a');
    diags::Diagnostics diagnostics;
    diagnostics.error(std::move(summary),
                      plural +
                          " cannot be destroyed, and therefore, 'removed' blocks are not allowed to target them. "
                          "To remove " +
                          lower + " from the state, you should remove the " + std::string(what) +
                          " block from the configuration.",
                      range);
    return diagnostics;
}

} // namespace

std::string toString(const AbsMoveable& subject) {
    return std::visit([](const auto& address) { return address.toString(); }, subject);
}

std::string toString(const ConfigMoveable& subject) {
    return std::visit([](const auto& address) { return address.toString(); }, subject);
}

std::string MoveEndpoint::toString() const {
    return std::visit([](const auto& address) { return address.toString(); }, subject);
}

ConfigMoveable MoveEndpoint::configMoveable(const Module& base) const {
    if (const auto* module = std::get_if<ModuleInstance>(&subject))
        return joined(base, *module);
    const auto& instance = std::get<AbsResourceInstance>(subject);
    return ConfigResource{joined(base, instance.module), instance.resource};
}

bool MoveEndpoint::mightUnifyWith(const MoveEndpoint& other) const {
    return unifyMoveEndpoints({}, *this, other).has_value();
}

bool MoveEndpoint::isSubjectAllowed() const {
    const auto* instance = std::get_if<AbsResourceInstance>(&subject);
    return !instance || instance->resource.mode != ResourceMode::Ephemeral;
}

std::string RemoveEndpoint::toString() const {
    return addrs::toString(subject);
}

MoveEndpointInModule impliedMoveEndpoint(AbsMoveable subject, const diags::SourceRange& range) {
    return {{}, std::move(subject), range};
}

std::optional<std::pair<MoveEndpointInModule, MoveEndpointInModule>>
unifyMoveEndpoints(const Module& module, const MoveEndpoint& from, const MoveEndpoint& to) {
    const Precision fromPrecision = precisionOf(from);
    const Precision toPrecision = precisionOf(to);
    const auto either = [&](Precision precision) { return fromPrecision == precision || toPrecision == precision; };
    const Precision wanted = either(Precision::ResourceInstance) ? Precision::ResourceInstance
                             : either(Precision::Resource)       ? Precision::Resource
                             : either(Precision::ModuleInstance) ? Precision::ModuleInstance
                                                                 : Precision::ModuleCall;
    std::optional<AbsMoveable> fromSubject = subjectAt(from, wanted);
    std::optional<AbsMoveable> toSubject = subjectAt(to, wanted);
    if (!fromSubject || !toSubject)
        return {};
    return std::pair{MoveEndpointInModule{module, std::move(*fromSubject), from.range},
                     MoveEndpointInModule{module, std::move(*toSubject), to.range}};
}

diags::Result<MoveEndpoint> parseMoveEndpoint(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ModulePrefix prefix = parseModuleInstancePrefix(traversal.steps, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const diags::SourceRange range = rangeOf(traversal.steps);
    if (prefix.remaining.empty())
        return {MoveEndpoint{std::move(prefix.module), range}, std::move(diagnostics)};
    std::optional<AbsResourceInstance> instance =
        parseResourceInstanceUnderModule(std::move(prefix.module), prefix.remaining, diagnostics);
    if (!instance)
        return diagnostics;
    return {MoveEndpoint{std::move(*instance), range}, std::move(diagnostics)};
}

diags::Result<RemoveEndpoint> parseRemoveEndpoint(const hcl::Traversal& traversal) {
    diags::Diagnostics diagnostics;
    ConfigModulePrefix prefix = parseModulePrefix(traversal.steps, diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const diags::SourceRange range = rangeOf(traversal.steps);
    if (prefix.remaining.empty())
        return {RemoveEndpoint{std::move(prefix.module), range}, std::move(diagnostics)};
    std::optional<ConfigResource> resource =
        parseResourceUnderModule(std::move(prefix.module), prefix.remaining, diagnostics);
    if (!resource)
        return diagnostics;
    switch (resource->resource.mode) {
    case ResourceMode::Managed:
        break;
    case ResourceMode::Data:
        return notRemovable("Data source address is not allowed", "data source", "Data sources", range);
    case ResourceMode::Ephemeral:
        return notRemovable("Ephemeral resource address is not allowed", "ephemeral resource", "Ephemeral resources",
                            range);
    }
    return {RemoveEndpoint{std::move(*resource), range}, std::move(diagnostics)};
}

} // namespace planlens::addrs
