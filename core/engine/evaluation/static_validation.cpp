// SPDX-License-Identifier: MPL-2.0
#include "core/configs/module_node.h"
#include "core/engine/evaluation/scope.h"
#include "core/engine/validation/reference_checks.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using hcl::Traversal;
using hcl::TraversalStep;

namespace {

/// Returns the reference for a root name without an attribute, like `var`: it has an empty name and no range.
std::optional<addrs::Reference> unnamed(const std::string& root) {
    const SourceRange nowhere{{}, {0, 0, 0}, {0, 0, 0}};
    if (root == "var")
        return addrs::Reference{addrs::InputVariable{}, nowhere, {}};
    if (root == "local")
        return addrs::Reference{addrs::LocalValue{}, nowhere, {}};
    if (root == "path")
        return addrs::Reference{addrs::PathAttribute{}, nowhere, {}};
    if (root == "terraform" || root == "tofu")
        return addrs::Reference{addrs::TerraformAttribute{.alias = root, .name = {}}, nowhere, {}};
    if (root == "count")
        return addrs::Reference{addrs::CountAttribute{}, nowhere, {}};
    if (root == "each")
        return addrs::Reference{addrs::ForEachAttribute{}, nowhere, {}};
    return {};
}

bool isResourceOrModule(const addrs::Referenceable& subject) {
    return std::holds_alternative<addrs::Resource>(subject) ||
           std::holds_alternative<addrs::ResourceInstance>(subject) ||
           std::holds_alternative<addrs::ModuleCall>(subject) ||
           std::holds_alternative<addrs::ModuleCallInstance>(subject) ||
           std::holds_alternative<addrs::ModuleCallInstanceOutput>(subject);
}

} // namespace

Diagnostics ModuleScope::checkReferences(const std::vector<Traversal>& traversals, Names names) const {
    Diagnostics diagnostics;
    std::vector<addrs::Reference> references;
    for (const Traversal& traversal : traversals) {
        Result<addrs::Reference> reference = addrs::parseReference(traversal);
        if (reference.isOk())
            references.push_back(*std::move(reference.value));
        else if (std::optional<addrs::Reference> incomplete = unnamed(traversal.rootName()))
            references.push_back(*std::move(incomplete));
        diagnostics.append(std::move(reference.diagnostics));
    }
    Diagnostics wrong;
    for (const addrs::Reference& reference : references)
        wrong.append(checkReference(reference));
    // After an invalid reference nothing is evaluated, but the names in other references are still looked up.
    if ((diagnostics.hasErrors() || names == Names::LookedUp) && wrong.isEmpty())
        for (const addrs::Reference& reference : references)
            if (!isResourceOrModule(reference.subject))
                wrong.append(resolveReference({reference.subject, reference.range, {}}, {}).diagnostics);
    diagnostics.append(std::move(wrong));
    return diagnostics;
}

Diagnostics ModuleScope::checkReference(const addrs::Reference& reference) const {
    const auto checkModule = [&](const std::string& name) -> Diagnostics {
        if (m_module.calls.contains(name))
            return {};
        return diags::Diagnostic::error("Reference to undeclared module",
                                        fmt::format("No module call named \"{}\" is declared in {}.{}", name,
                                                    moduleDisplayName(m_module.node.path),
                                                    nameSuggestion(name, m_module.calls)),
                                        reference.range);
    };
    if (const auto* resource = std::get_if<addrs::Resource>(&reference.subject))
        return checkResourceReference(*resource, false, reference);
    if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference.subject))
        return checkResourceReference(instance->resource, !instance->key.isNone(), reference);
    if (const auto* call = std::get_if<addrs::ModuleCall>(&reference.subject))
        return checkModule(call->name);
    if (const auto* instance = std::get_if<addrs::ModuleCallInstance>(&reference.subject))
        return checkModule(instance->name);
    if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference.subject))
        return checkModule(output->name);
    if (std::holds_alternative<addrs::Self>(reference.subject)) {
        if (m_self)
            return checkResourceReference(m_self->resource, true, reference);
        return diags::Diagnostic::error(
            "Invalid \"self\" reference",
            "The \"self\" object is not available in this context. This object can be used only in resource "
            "provisioner, connection, and postcondition blocks.",
            reference.range);
    }
    return {};
}

namespace {

std::string_view adjective(addrs::ResourceMode mode) {
    switch (mode) {
    case addrs::ResourceMode::Managed:
        return "managed";
    case addrs::ResourceMode::Data:
        return "data";
    case addrs::ResourceMode::Ephemeral:
        return "ephemeral";
    }
    return {};
}

} // namespace

Diagnostics ModuleScope::checkResourceReference(const addrs::Resource& resource, bool hasKey,
                                                const addrs::Reference& reference) const {
    Diagnostics diagnostics;
    const configs::Resource* config = m_module.node.module.resource(resource);
    const std::string name = resource.toString();
    if (config && !hasKey && !reference.remaining.steps.empty()) {
        if (config->count)
            diagnostics.error(
                "Missing resource instance key",
                fmt::format("Because {0} has \"count\" set, its attributes must be accessed on specific "
                            "instances.\n\nFor example, "
                            "to correlate with indices of a referring resource, use:\n    {0}[count.index]",
                            name),
                reference.range);
        if (config->forEach)
            diagnostics.error("Missing resource instance key",
                              fmt::format("Because {0} has \"for_each\" set, its attributes must be accessed on "
                                          "specific instances.\n\nFor example, "
                                          "to correlate with indices of a referring resource, use:\n    {0}[each.key]",
                                          name),
                              reference.range);
    }
    const bool isSelf = std::holds_alternative<addrs::Self>(reference.subject);
    if (config && hasKey && !isSelf && !config->count && !config->forEach)
        diagnostics.error("Unexpected resource instance key",
                          fmt::format("Because {} does not have \"count\" or \"for_each\" set, references to it must "
                                      "not include an index key. "
                                      "Remove the bracketed index to refer to the single instance of this resource.",
                                      name),
                          reference.range);
    if (!config) {
        std::string suggestion;
        for (const addrs::ResourceMode mode :
             {addrs::ResourceMode::Managed, addrs::ResourceMode::Data, addrs::ResourceMode::Ephemeral}) {
            const addrs::Resource candidate{mode, resource.type, resource.name};
            if (mode != resource.mode && m_module.node.module.resource(candidate)) {
                suggestion = fmt::format("\n\nDid you mean the {} resource {}?",
                                         mode == addrs::ResourceMode::Managed ? "resource" : adjective(mode),
                                         candidate.toString());
                break;
            }
        }
        diagnostics.error("Reference to undeclared resource",
                          fmt::format("There is no {} resource \"{}\" \"{}\" definition in {}.{}",
                                      adjective(resource.mode), resource.type, resource.name,
                                      moduleDisplayName(m_module.node.path), suggestion),
                          reference.range);
        return diagnostics;
    }
    if (!config->container.empty() && config->container != m_check)
        diagnostics.error("Reference to scoped resource",
                          fmt::format("The referenced {} resource \"{}\" \"{}\" is not available from this context.",
                                      adjective(resource.mode), resource.type, resource.name),
                          reference.range);
    const auto runtime = m_module.resources.find(resource);
    if (!runtime->second.schema) {
        diagnostics.error("Invalid resource type",
                          fmt::format("The {} resource type \"{}\" is not supported by provider \"{}\".",
                                      adjective(resource.mode), resource.type, config->provider.toString()),
                          reference.range);
        return diagnostics;
    }
    if (!reference.remaining.steps.empty() &&
        reference.remaining.steps.front().kind == TraversalStep::Kind::Attribute &&
        reference.remaining.steps.front().name == "count") {
        diagnostics.error("Invalid resource count attribute",
                          fmt::format("The special \"count\" attribute is no longer supported after OpenTofu v0.12. "
                                      "Instead, use length({}) to "
                                      "count resource instances.",
                                      name),
                          reference.range);
        return diagnostics;
    }
    diagnostics.append(checkSchemaTraversal(runtime->second.schema->block, reference.remaining));
    return diagnostics;
}

} // namespace planlens::engine
