// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/planning/plan_walk.h"

#include "core/engine/evaluation/provider_requests.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/stored_value.h"
#include "core/engine/planning/causes.h"
#include "core/engine/planning/prevent_destroy.h"
#include "core/engine/refactoring/forgetting.h"
#include "core/engine/validation/reference_checks.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using addrs::ResourceMode;
using diags::Diagnostics;
using plans::Action;
using plans::ActionReason;
using values::Value;

namespace {

std::string quotedOption(const AbsResourceInstance& address) {
    std::string text;
    for (const char c : address.toString()) {
        if (c == '"' || c == '\\')
            text += '\\';
        text += c;
    }
    return "\n  -replace=\"" + text + "\"";
}

} // namespace

Diagnostics PlanWalk::forEach(std::size_t count, graph::WorkContext& work,
                              const std::function<Diagnostics(std::size_t)>& step) {
    std::vector<Diagnostics> found(count);
    const auto one = [&](std::size_t i) {
        found[i] = step(i);
        return found[i].hasErrors() ? graph::Visit::Failed : graph::Visit::Done;
    };
    if (count == 1)
        one(0);
    else if (count > 1)
        work.parallelFor(count, one);
    Diagnostics all;
    for (Diagnostics& each : found)
        all.append(std::move(each));
    return all;
}

void PlanWalk::warnAboutIncompleteReplace(const addrs::AbsResource& resource, const Instances& instances,
                                          Diagnostics& diagnostics) {
    if (instances.keys.size() == 1 && instances.keys.front().isNone())
        return;
    for (const AbsResourceInstance& candidate : m_request.options.forceReplace) {
        if (!candidate.key.isNone() || candidate.resource != resource.resource)
            continue;
        std::string detail;
        if (instances.keys.empty()) {
            detail = fmt::format("Your force-replace request for {} doesn't match any resource instances because this "
                                 "resource doesn't have any "
                                 "instances.",
                                 candidate.toString());
        } else if (instances.keys.size() == 1) {
            detail = fmt::format("Your force-replace request for {} doesn't match any resource instances because it "
                                 "lacks an instance key.\n\nTo force "
                                 "replacement of the single declared instance, use the following option instead:{}",
                                 candidate.toString(), quotedOption(resource.instance(instances.keys.front())));
        } else {
            detail =
                fmt::format("Your force-replace request for {} doesn't match any resource instances because it lacks "
                            "an instance key.\n\nTo force "
                            "replacement of particular instances, use one or more of the following options instead:",
                            candidate.toString());
            for (const addrs::InstanceKey& key : instances.keys)
                detail += quotedOption(resource.instance(key));
        }
        diagnostics.warning("Incompletely-matched force-replace resource instance", std::move(detail));
    }
}

Diagnostics PlanWalk::expandResource(const ConfigNode& node, ModuleRuntime& module,
                                     std::vector<std::string>& checkObjects) {
    ResourceRuntime& resource = module.resources.at(node.resource.resource);
    const configs::Resource& config = *node.resourceConfig;
    resource.schema = plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    const addrs::AbsResource address{module.address, node.resource.resource};
    DependencyRecorder recorder(plans::repetitionOf(address));
    ModuleScope scope(runtime, module);
    scope.withRecorder(&recorder);
    diags::Result<Instances> instances =
        declareInstances(config.count, config.forEach, config.enabled, scope, address.toString());
    note(recorder.take());
    Diagnostics diagnostics = std::move(instances.diagnostics);
    if (!instances.value)
        return diagnostics;
    warnAboutIncompleteReplace(address, *instances.value, diagnostics);
    for (const addrs::InstanceKey& key : instances->keys)
        checkObjects.push_back(address.instance(key).toString());
    resource.expand(*std::move(instances.value));
    if (isImporting() && resource.instances().keys.empty()) { // as in OpenTofu, the state lists it
        const std::scoped_lock lock(m_mutex);
        if (!priorState.resource(address))
            priorState.setResource(address, {node.provider, {}});
    }
    return diagnostics;
}

void PlanWalk::recordLeftOut(const ConfigNode& node, const std::vector<AbsResourceInstance>& instances) {
    if (node.resource.resource.mode != ResourceMode::Managed)
        return;
    const std::scoped_lock lock(m_mutex);
    recorded.instancesLeftOut.insert(recorded.instancesLeftOut.end(), instances.begin(), instances.end());
}

namespace {

/// As in OpenTofu, instances with only deposed objects have unknown values while these stay in the state. The instances
/// may or may not be declared.
template <typename Stays>
void showDeposed(const states::Resource& stored, const addrs::AbsResource& address, ResourceRuntime& resource,
                 const Stays& stays) {
    for (const auto& [key, instance] : stored.instances) {
        if (instance.deposed.empty() || !stays(address.instance(key)))
            continue;
        if (const auto declared = resource.instances().find(key))
            resource.setValue(*declared, Value::unknown(resource.schema->type));
        else
            resource.addUndeclared(key, Value::unknown(resource.schema->type));
    }
}

} // namespace

/// An instance that is planned: a declared one, or one that is only in the state.
struct PlanWalk::InstanceStep {
    ModuleRuntime* module = nullptr; // null: its module instance is not declared
    std::size_t instance = 0;        // of a declared one
    AbsResourceInstance address;
    bool isDeclared = false;
};

/// The results of planning a resource in all instances of its module.
struct PlanWalk::ResourceSteps {
    std::vector<InstanceStep> instances;
    std::vector<AbsResourceInstance> leftOut;
    std::vector<std::string> checkObjects;
    std::set<addrs::ModuleInstance> modules; // declared ones
};

/// Adds the instances of a resource in the state that are not declared. `module` is null if its module instance is not.
void PlanWalk::addStoredInstances(const ConfigNode& node, Selection selection, const addrs::AbsResource& address,
                                  ModuleRuntime* module, ResourceSteps& steps) {
    const states::Resource* stored = m_initial.state.resource(address);
    if (!stored)
        return;
    ResourceRuntime* resource = module ? &module->resources.at(node.resource.resource) : nullptr;
    const Instances* declared = resource ? &resource->instances() : nullptr;
    for (const auto& [key, instance] : stored->instances) {
        const AbsResourceInstance instanceAddress = address.instance(key);
        const bool isOrphan = instance.current && !(declared && declared->find(key));
        // As in OpenTofu, targets only filter instances in declared module instances.
        if (!module || takesPart(instanceAddress, selection)) {
            if (isOrphan)
                steps.instances.push_back({module, 0, instanceAddress, false});
            continue;
        }
        if (isOrphan)
            if (std::optional<Value> seen = storedValue(*instance.current, key, *resource, *node.module))
                resource->addUndeclared(key, *std::move(seen));
        steps.leftOut.push_back(instanceAddress);
    }
}

/// Expands a resource in all instances of its module.
Diagnostics PlanWalk::addDeclaredInstances(const ConfigNode& node, Selection selection, ResourceSteps& steps) {
    Diagnostics diagnostics;
    for (ModuleRuntime* module : runtime.instancesOf(*node.module)) {
        steps.modules.insert(module->address);
        Diagnostics found = expandResource(node, *module, steps.checkObjects);
        const bool hasFailed = found.hasErrors();
        diagnostics.append(std::move(found));
        if (hasFailed)
            continue;
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        const addrs::AbsResource address{module->address, node.resource.resource};
        const Instances& instances = resource.instances();
        for (std::size_t i = 0; i < instances.keys.size(); ++i) {
            const AbsResourceInstance instance = address.instance(instances.keys[i]);
            if (takesPart(instance, selection)) {
                steps.instances.push_back({module, i, instance, true});
            } else if (const states::StoredObjectPtr stored = m_initial.state.current(instance)) {
                // addStoredInstances() records that it is left out.
                if (std::optional<Value> seen = storedValue(*stored, instance.key, resource, *node.module))
                    resource.setValue(i, *std::move(seen));
            } else {
                steps.leftOut.push_back(instance);
            }
        }
        addStoredInstances(node, selection, address, module, steps);
    }
    return diagnostics;
}

/// Removes instances that refer to each other or to themselves. Returns the errors.
Diagnostics PlanWalk::removeCycles(const ConfigNode& node, const schemas::ResourceSchema& schema,
                                   ResourceSteps& steps) {
    std::vector<InstanceStep>& all = steps.instances;
    const auto firstOutside = std::stable_partition(
        all.begin(), all.end(), [&](const InstanceStep& step) { return steps.modules.contains(step.address.module); });
    const auto firstOrphan =
        std::stable_partition(all.begin(), firstOutside, [](const InstanceStep& step) { return step.isDeclared; });
    std::vector<AbsResourceInstance> addresses;
    std::transform(all.begin(), firstOutside, std::back_inserter(addresses),
                   [](const InstanceStep& step) { return step.address; });
    const auto count = static_cast<std::size_t>(firstOrphan - all.begin());
    const std::span declared = std::span(addresses).first(count), orphans = std::span(addresses).subspan(count);
    Diagnostics cycles = checkSiblingReferences(*node.resourceConfig, schema, declared, orphans);
    if (cycles.hasErrors()) {
        all.erase(all.begin(), firstOutside);
        return cycles;
    }
    cycles = checkSelfReferences(selfReferences(*node.resourceConfig, schema), declared);
    if (cycles.hasErrors())
        all.erase(all.begin(), firstOrphan);
    return cycles;
}

Diagnostics PlanWalk::planStep(const ConfigNode& node, const InstanceStep& step,
                               const schemas::ResourceSchemaPtr& schema, const configs::ResolvedProvider& resolved,
                               graph::WorkContext& work) {
    if (!step.isDeclared) {
        Diagnostics found = planOrphan(node, step.address, work);
        // A refresh-only plan and an import keep the object, with its refreshed value for references.
        if (step.module && (m_purpose == WalkPurpose::RefreshOnly || isImporting()))
            if (const states::StoredObjectPtr now = priorObject(step.address)) {
                ResourceRuntime& resource = step.module->resources.at(step.address.resource);
                if (std::optional<Value> seen = storedValue(*now, step.address.key, resource, *node.module))
                    resource.addUndeclared(step.address.key, *std::move(seen));
            }
        return found;
    }
    Diagnostics found;
    ResourceRuntime& resource = step.module->resources.at(node.resource.resource);
    const std::optional<addrs::InstanceKey> providerKey = providerInstanceKey(
        runtime, resolved, *step.module, resource.instances().data(step.instance), step.address, found);
    if (!providerKey)
        return found;
    const std::optional<ProviderUse> use = providerFor(node.provider, *providerKey, step.address, {}, found);
    if (!use)
        return found;
    const InstanceContext context{node,   *step.module,  resource,     step.instance, step.address,
                                  schema, use->provider, use->address, work};
    switch (node.resource.resource.mode) {
    case ResourceMode::Managed:
        found.append(planInstance(context));
        break;
    case ResourceMode::Data:
        found.append(planData(context));
        break;
    case ResourceMode::Ephemeral:
        found.append(planEphemeral(context));
        break;
    }
    return found;
}

/// Declares the instances in all module instances, then plans these and those that are only in the state in parallel.
Diagnostics PlanWalk::visitResource(const ConfigNode& node, Selection selection, graph::WorkContext& work) {
    Diagnostics diagnostics;
    const auto& modules = runtime.instancesOf(*node.module);
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(m_schemas, node.provider.provider, node.resource.resource);
    if (!schema)
        return diags::Diagnostic::error("Invalid resource type",
                                        fmt::format("The provider {} does not support resource type \"{}\".",
                                                    node.provider.provider.forDisplay(), node.resource.resource.type),
                                        node.resourceConfig->typeRange);
    const configs::ResolvedProvider resolved = m_request.config->providerFor(*node.module, *node.resourceConfig);
    if (m_purpose == WalkPurpose::Plan && !node.imports.empty()) {
        if (node.refersToItself) // an import that refers to its own target
            for (ModuleRuntime* module : modules)
                showStored(node, *module);
        for (const configs::Import* import : node.imports)
            diagnostics.append(refactoring.imports.resolve(*import, runtime, m_schemas));
    }
    ResourceSteps steps;
    diagnostics.append(addDeclaredInstances(node, selection, steps));
    if (diagnostics.hasErrors())
        return diagnostics;
    // Instances in module instances that are no longer declared.
    for (const auto& [address, stored] : stateOf(node.resource, steps.modules))
        addStoredInstances(node, selection, address, nullptr, steps);
    checks.reportObjects(node.resource.toString(), steps.checkObjects);
    if (node.refersToItself)
        diagnostics.append(removeCycles(node, *schema, steps));

    recordLeftOut(node, steps.leftOut);
    m_progress.addSteps(steps.instances.size());
    diagnostics.append(forEach(steps.instances.size(), work, [&](std::size_t i) -> Diagnostics {
        Diagnostics found = planStep(node, steps.instances[i], schema, resolved, work);
        m_progress.finishStep();
        return found;
    }));
    for (ModuleRuntime* module : modules) {
        const addrs::AbsResource address{module->address, node.resource.resource};
        if (const states::Resource* stored = m_initial.state.resource(address))
            showDeposed(*stored, address, module->resources.at(node.resource.resource),
                        [&](const AbsResourceInstance& instance) {
                            return (m_purpose == WalkPurpose::RefreshOnly || isImporting() ||
                                    !takesPart(instance, selection)) &&
                                   !priorObject(instance);
                        });
    }
    return diagnostics;
}

} // namespace planlens::engine
