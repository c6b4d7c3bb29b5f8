// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/applying/apply_walk.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/provider_requests.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using values::Value;

/// Opens all instances before anything that refers to one of them is applied.
Diagnostics ApplyWalk::openEphemeral(const ConfigNode& node, graph::WorkContext& work) {
    const configs::Resource& config = *node.resourceConfig;
    const configs::ResolvedProvider resolved = m_request.config->providerFor(*node.module, config);
    struct Job {
        ModuleRuntime* module;
        ResourceRuntime* resource;
        std::size_t instance;
    };
    std::vector<Job> jobs;
    for (ModuleRuntime* module : m_runtime.instancesOf(*node.module)) {
        ResourceRuntime& resource = module->resources.at(node.resource.resource);
        for (std::size_t i = 0; i < resource.instances().keys.size(); ++i)
            jobs.push_back({module, &resource, i});
    }
    const auto open = [&](const Job& job) -> Diagnostics {
        Diagnostics diagnostics;
        const schemas::ResourceSchemaPtr& schema = job.resource->schema;
        const RepetitionData repetition = job.resource->instances().data(job.instance);
        const addrs::AbsResourceInstance address{job.module->address, node.resource.resource,
                                                 job.resource->instances().keys[job.instance]};
        const std::optional<addrs::InstanceKey> key =
            providerInstanceKey(m_runtime, resolved, *job.module, repetition, address, diagnostics);
        const std::shared_ptr<providers::Provider> provider =
            key ? providerFor({node.provider, *key}, address.toString(), diagnostics) : nullptr;
        if (!provider || !schema)
            return diagnostics;
        const InstanceConditions conditions = conditionsOf(node, address);
        const ModuleScope scope(m_runtime, *job.module, repetition);
        diagnostics.append(conditions.evaluatePreconditions(scope));
        if (diagnostics.hasErrors())
            return diagnostics;
        Result<Value> evaluated = scope.evaluateBody(config.config, schema->block, ModuleScope::Ephemeral::Allowed);
        const bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            return diagnostics;
        if (!evaluated->isWhollyKnown()) {
            diagnostics.error(
                "Incomplete configuration for ephemeral resource",
                fmt::format("Ephemeral resource {} has incomplete configuration.", values::quoted(address.toString())),
                config.typeRange);
            return diagnostics;
        }
        std::optional<Value> result;
        if (!call(*provider, work,
                  [&](std::stop_token stop) {
                      result = m_opened.open({address, schema, provider, {node.provider, *key}, config.config},
                                             *evaluated, stop, diagnostics);
                  }) ||
            !result)
            return diagnostics;
        const Value seen = seenValue(*result, schema->block, address.resource, *node.module);
        job.resource->setValue(job.instance, seen);
        diagnostics.append(conditions.evaluatePostconditions(scope, {address.resource, seen}));
        return diagnostics;
    };
    std::vector<Diagnostics> found(jobs.size());
    work.parallelFor(jobs.size(), [&](std::size_t i) {
        found[i] = open(jobs[i]);
        return found[i].hasErrors() ? graph::Visit::Failed : graph::Visit::Done;
    });
    Diagnostics diagnostics;
    for (Diagnostics& one : found)
        diagnostics.append(std::move(one));
    return diagnostics;
}

} // namespace planlens::engine
