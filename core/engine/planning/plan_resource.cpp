// SPDX-License-Identifier: MPL-2.0
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

void PlanWalk::noteLeftOut(const ConfigNode& node, const std::vector<AbsResourceInstance>& instances) {
    if (node.resource.resource.mode != ResourceMode::Managed)
        return;
    const std::scoped_lock lock(m_mutex);
    instancesLeftOut.insert(instancesLeftOut.end(), instances.begin(), instances.end());
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
    const configs::Config::ResolvedProvider resolved =
        m_request.config->providerFor(*node.module, *node.resourceConfig);

    // Declares the instances in all module instances, and then plans all declared instances and all objects that are
    // only in the state in parallel.
    struct Job {
        ModuleRuntime* module = nullptr; // null: not declared
        std::size_t instance = 0;
        AbsResourceInstance address;
        bool declared = false;
    };
    std::vector<Job> jobs;
    std::vector<std::string> checkObjects;
    std::vector<AbsResourceInstance> leftOut;
    bool failed = false;
    const auto fromState = [&](const addrs::AbsResource& address, ModuleRuntime* module) {
        const states::Resource* resource = m_initial.resource(address);
        if (!resource)
            return;
        ResourceRuntime* runtimeOf = module ? &module->resources.at(node.resource.resource) : nullptr;
        const Instances* declared = runtimeOf ? &runtimeOf->instances() : nullptr;
        for (const auto& [key, instance] : resource->instances) {
            const AbsResourceInstance instanceAddress = address.instance(key);
            // As in OpenTofu, targets only filter instances in declared module instances.
            if (!module || takesPart(instanceAddress, selection)) {
                if (instance.current && !(declared && declared->find(key)))
                    jobs.push_back({module, 0, instanceAddress, false});
                continue;
            }
            if (runtimeOf && instance.current && !declared->find(key))
                if (std::optional<Value> seen = storedValue(*instance.current, key, *runtimeOf, *node.module))
                    runtimeOf->addUndeclared(key, *std::move(seen));
            leftOut.push_back(instanceAddress);
        }
    };
    if (m_purpose == WalkPurpose::Plan && !node.imports.empty()) {
        if (node.refersToItself) // an import that refers to its own target
            for (ModuleRuntime* module : modules)
                showStored(node, *module);
        for (const configs::Import* import : node.imports)
            diagnostics.append(imports.resolve(*import, runtime, m_schemas));
    }
    failed = diagnostics.hasErrors();
    std::set<addrs::ModuleInstance> known;
    for (ModuleRuntime* module : modules) {
        known.insert(module->address);
        Diagnostics found = expandResource(node, *module, checkObjects);
        const bool broken = found.hasErrors();
        diagnostics.append(std::move(found));
        failed |= broken;
        if (broken)
            continue;
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        const addrs::AbsResource address{module->address, node.resource.resource};
        const Instances& instances = resource.instances();
        for (std::size_t i = 0; i < instances.keys.size(); ++i) {
            const AbsResourceInstance instance = address.instance(instances.keys[i]);
            if (takesPart(instance, selection)) {
                jobs.push_back({module, i, instance, true});
            } else if (const states::StoredObjectPtr stored =
                           m_initial.current(instance)) { // fromState() records that it is left out
                if (std::optional<Value> seen = storedValue(*stored, instance.key, resource, *node.module))
                    resource.setValue(i, *std::move(seen));
            } else {
                leftOut.push_back(instance);
            }
        }
        fromState(address, module);
    }
    if (failed)
        return diagnostics;
    // Instances in module instances that are no longer declared.
    for (const auto& [address, stored] : stateOf(node.resource, known))
        fromState(address, nullptr);
    checks.reportObjects(node.resource.toString(), checkObjects);
    if (node.refersToItself) {
        const auto firstOutside = std::stable_partition(
            jobs.begin(), jobs.end(), [&](const Job& job) { return known.contains(job.address.module); });
        const auto firstOrphan =
            std::stable_partition(jobs.begin(), firstOutside, [](const Job& job) { return job.declared; });
        std::vector<AbsResourceInstance> addresses;
        std::transform(jobs.begin(), firstOutside, std::back_inserter(addresses),
                       [](const Job& job) { return job.address; });
        const auto count = static_cast<std::size_t>(firstOrphan - jobs.begin());
        const std::span declared = std::span(addresses).first(count), orphans = std::span(addresses).subspan(count);
        if (Diagnostics cycles = checkSiblingReferences(*node.resourceConfig, *schema, declared, orphans);
            cycles.hasErrors()) {
            diagnostics.append(std::move(cycles));
            jobs.erase(jobs.begin(), firstOutside);
        } else if (Diagnostics own = checkSelfReferences(selfReferences(*node.resourceConfig, *schema), declared);
                   own.hasErrors()) {
            diagnostics.append(std::move(own));
            jobs.erase(jobs.begin(), firstOrphan);
        }
    }

    noteLeftOut(node, leftOut);
    m_known += jobs.size();
    diagnostics.append(forEach(jobs.size(), work, [&](std::size_t i) -> Diagnostics {
        const Job& job = jobs[i];
        Diagnostics found;
        if (!job.declared) {
            found = planOrphan(node, job.address, work);
            // A refresh-only plan and an import keep the object, with its refreshed value for references.
            if (job.module && (m_purpose == WalkPurpose::RefreshOnly || isImporting()))
                if (const states::StoredObjectPtr now = priorObject(job.address)) {
                    ResourceRuntime& resource = job.module->resources.at(job.address.resource);
                    if (std::optional<Value> seen = storedValue(*now, job.address.key, resource, *node.module))
                        resource.addUndeclared(job.address.key, *std::move(seen));
                }
        } else {
            ResourceRuntime& resource = job.module->resources.at(node.resource.resource);
            const std::optional<addrs::InstanceKey> providerKey = providerInstanceKey(
                runtime, resolved, *job.module, resource.instances().data(job.instance), job.address, found);
            if (!providerKey)
                return found;
            const std::optional<ProviderUse> use = providerFor(node.provider, *providerKey, job.address, {}, found);
            if (!use)
                return found;
            const Place place{node,   *job.module,   resource,     job.instance, job.address,
                              schema, use->provider, use->address, work};
            switch (node.resource.resource.mode) {
            case ResourceMode::Managed:
                found.append(planInstance(place));
                break;
            case ResourceMode::Data:
                found.append(planData(place));
                break;
            case ResourceMode::Ephemeral:
                found.append(planEphemeral(place));
                break;
            }
        }
        m_listener.progressed(++m_done, m_known);
        return found;
    }));
    for (ModuleRuntime* module : modules) {
        const addrs::AbsResource address{module->address, node.resource.resource};
        if (const states::Resource* stored = m_initial.resource(address))
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
