// SPDX-License-Identifier: MPL-2.0
#include "core/engine/validation/reference_checks.h"

#include "core/engine/evaluation/scope.h"
#include "core/hcl/syntax/parser.h"
#include "core/schemas/decode.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace planlens::engine {

using diags::Diagnostics;
using diags::SourceRange;
using hcl::Traversal;
using hcl::TraversalStep;
using values::Type;
using values::Value;

namespace {

Traversal stepsFrom(const Traversal& traversal, std::size_t first) {
    Traversal rest;
    if (first < traversal.steps.size())
        rest.steps.assign(traversal.steps.begin() + static_cast<std::ptrdiff_t>(first), traversal.steps.end());
    return rest;
}

Diagnostics checkTraversal(const schemas::NestedBlock& nested, const std::string& typeName,
                           const Traversal& traversal) {
    using schemas::NestingMode;
    if (nested.nesting == NestingMode::Single || nested.nesting == NestingMode::Group)
        return checkSchemaTraversal(nested.block, traversal);
    if (traversal.steps.empty())
        return {};
    const TraversalStep& step = traversal.steps.front();
    const SourceRange range = step.range;
    if (nested.nesting == NestingMode::Set)
        return diags::Diagnostic::error(
            "Cannot index a set value",
            fmt::format("Block type \"{}\" is represented by a set of objects, and set elements do not have "
                        "addressable keys. To find elements "
                        "matching specific criteria, use a \"for\" expression with an \"if\" clause.",
                        typeName),
            range);
    if (step.kind == TraversalStep::Kind::Index) {
        const Type wanted = nested.nesting == NestingMode::List ? Type::number() : Type::string();
        if (nested.nesting == NestingMode::List && !values::convert(step.key, wanted))
            return diags::Diagnostic::error("Invalid index",
                                            fmt::format("Block type \"{}\" is represented by a list of objects, so it "
                                                        "must be indexed using a numeric key, like .{}[0].",
                                                        typeName, typeName),
                                            range);
        return checkSchemaTraversal(nested.block, stepsFrom(traversal, 1));
    }
    if (nested.nesting == NestingMode::List && step.kind == TraversalStep::Kind::Attribute)
        return diags::Diagnostic::error("Invalid operation",
                                        fmt::format("Block type \"{}\" is represented by a list of objects, so it must "
                                                    "be indexed using a numeric key, like .{}[0].",
                                                    typeName, typeName),
                                        range);
    return checkSchemaTraversal(nested.block, stepsFrom(traversal, 1));
}

} // namespace

Diagnostics checkSchemaTraversal(const schemas::Block& block, const Traversal& traversal) {
    if (traversal.steps.empty())
        return {};
    const TraversalStep& step = traversal.steps.front();
    if (step.kind == TraversalStep::Kind::Index) {
        const bool named = step.key.type().isString() && step.key.isKnown() && !step.key.isNull() &&
                           hcl::isValidIdentifier(step.key.unmarked().asString());
        return diags::Diagnostic::error("Invalid index operation",
                                        named ? fmt::format("Only attribute access is allowed here. Did you mean to "
                                                            "access attribute \"{}\" using the dot operator?",
                                                            step.key.unmarked().asString())
                                              : "Only attribute access is allowed here, using the dot operator.",
                                        step.range);
    }
    if (step.kind != TraversalStep::Kind::Attribute)
        return diags::Diagnostic::error("Invalid operation",
                                        "Only attribute access is allowed here, using the dot operator.", step.range);
    const Traversal rest = stepsFrom(traversal, 1);
    if (const auto attribute = block.attributes.find(step.name); attribute != block.attributes.end())
        return hcl::applyTraversal(Value::unknown(attribute->second.impliedType()), rest).diagnostics;
    if (const auto nested = block.blockTypes.find(step.name); nested != block.blockTypes.end())
        return checkTraversal(nested->second, step.name, rest);
    std::vector<std::string> names;
    for (const auto& [name, attribute] : block.attributes)
        names.push_back(name);
    for (const auto& [name, nested] : block.blockTypes)
        names.push_back(name);
    return diags::Diagnostic::error(
        "Unsupported attribute",
        fmt::format("This object has no argument, nested block, or exported attribute named \"{}\".{}", step.name.str(),
                    nameSuggestion(step.name.str(), names)),
        step.range);
}

namespace {

std::vector<addrs::Reference> referencesTo(const addrs::Resource& resource, const std::vector<Traversal>& traversals) {
    std::vector<addrs::Reference> references;
    for (const Traversal& traversal : traversals) {
        diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        if (!reference.value)
            continue;
        const auto* whole = std::get_if<addrs::Resource>(&reference->subject);
        const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject);
        if ((whole && *whole == resource) || (instance && instance->resource == resource))
            references.push_back(*std::move(reference.value));
    }
    return references;
}

/// Returns all expressions of the block except those of schema arguments.
std::vector<Traversal> besidesArguments(const configs::Resource& resource) {
    std::vector<Traversal> found = resource.dependsOn;
    const auto addExpression = [&found](const hcl::ExpressionPtr& expression) {
        if (expression)
            std::ranges::move(expression->variables(), std::back_inserter(found));
    };
    const auto addBody = [&found](const hcl::BodyPtr& body) {
        if (body)
            body->collectVariables(found);
    };
    std::ranges::for_each(resource.triggersReplacement, addExpression);
    addExpression(resource.preventDestroy);
    for (const auto* rules : {&resource.preconditions, &resource.postconditions})
        for (const configs::CheckRule& rule : *rules) {
            addExpression(rule.condition);
            addExpression(rule.errorMessage);
        }
    addBody(resource.connection);
    for (const configs::Provisioner& provisioner : resource.provisioners) {
        if (provisioner.when != configs::ProvisionerWhen::Create)
            continue;
        addBody(provisioner.config);
        addBody(provisioner.connection);
    }
    return found;
}

} // namespace

std::vector<addrs::Reference> selfReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema) {
    return referencesTo(resource.address, schemas::variablesInBody(resource.config, schema.block));
}

Diagnostics checkSiblingReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema,
                                   std::span<const addrs::AbsResourceInstance> declared,
                                   std::span<const addrs::AbsResourceInstance> orphans) {
    std::vector<Traversal> traversals = besidesArguments(resource);
    std::ranges::move(schemas::variablesInBody(resource.config, schema.block), std::back_inserter(traversals));
    const std::vector<addrs::Reference> references = referencesTo(resource.address, traversals);
    // The display names of instances by module instance and key, and the instances on which others depend.
    std::map<addrs::ModuleInstance, std::map<addrs::InstanceKey, std::string>> names;
    for (const addrs::AbsResourceInstance& instance : orphans)
        names[instance.module][instance.key] = instance.toString() + " (orphan)";
    for (const addrs::AbsResourceInstance& instance : declared)
        names[instance.module][instance.key] = instance.toString();
    Diagnostics diagnostics;
    for (const auto& [module, known] : names) {
        std::set<addrs::InstanceKey> awaited;
        for (const addrs::Reference& reference : references)
            if (const auto* named = std::get_if<addrs::ResourceInstance>(&reference.subject);
                named && known.contains(named->key))
                awaited.insert(named->key);
            else
                std::ranges::copy(std::views::keys(known),
                                  std::inserter(awaited, awaited.end())); // all if the named one does not exist
        if (awaited.size() < 2)
            continue;
        std::string list;
        for (const addrs::InstanceKey& key : awaited)
            list += (list.empty() ? "" : ", ") + known.at(key);
        diagnostics.error("Cycle: " + list, {});
    }
    return diagnostics;
}

Diagnostics checkSelfReferences(std::span<const addrs::Reference> references,
                                std::span<const addrs::AbsResourceInstance> instances) {
    Diagnostics diagnostics;
    for (const addrs::AbsResourceInstance& instance : instances) {
        const std::string own[] = {addrs::ResourceInstance{instance.resource, instance.key}.toString(),
                                   instance.resource.toString()};
        for (const addrs::Reference& reference : references) {
            const std::string subject = addrs::toString(reference.subject);
            for (const std::string& address : own)
                if (subject == address)
                    diagnostics.error("Self-referential block",
                                      fmt::format("Configuration for {} may not refer to itself.", address),
                                      reference.range);
        }
    }
    return diagnostics;
}

Diagnostics checkSelfReferences(const std::string& local, const hcl::Expression& expression) {
    Diagnostics diagnostics;
    for (const Traversal& traversal : expression.variables()) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const auto* subject = reference.value ? std::get_if<addrs::LocalValue>(&reference->subject) : nullptr;
        if (subject && subject->name == local)
            diagnostics.error(
                "Self-referencing local value",
                fmt::format("Local value local.{} cannot use its own result as part of its expression.", local),
                reference->range);
    }
    return diagnostics;
}

} // namespace planlens::engine
