// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/applying/apply_walk.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/validation/provisioner_checks.h"
#include "core/provisioners/provisioner.h"

#include <fmt/core.h>

namespace planlens::engine {

using configs::Provisioner;
using configs::ProvisionerWhen;
using diags::Diagnostics;
using diags::Result;
using values::Mark;
using values::Value;

namespace {

std::vector<const Provisioner*> runWhen(ProvisionerWhen when, const std::vector<Provisioner>& all) {
    std::vector<const Provisioner*> found;
    for (const Provisioner& provisioner : all)
        if (provisioner.when == when)
            found.push_back(&provisioner);
    return found;
}

/// Returns the repetition data that can be derived from the instance key alone.
RepetitionData repetitionOf(const addrs::InstanceKey& key) {
    RepetitionData data;
    if (key.isInt())
        data.countIndex = Value::number(key.index());
    else if (key.isString())
        data.eachKey = Value::string(key.string());
    return data;
}

/// Returns the replacement for a provisioner's output; empty if its configuration contains no secrets.
std::string concealmentFor(const Value& config) {
    if (config.containsMark(Mark::ephemeral()))
        return "(output suppressed due to ephemeral value in config)";
    return config.containsMark(Mark::sensitive()) ? "(output suppressed due to sensitive value in config)"
                                                  : std::string();
}

} // namespace

Diagnostics ApplyWalk::provisionCreated(const InstanceContext& context, const plans::ResourceInstanceChange& change) {
    const configs::Resource& config = *context.node.resourceConfig;
    ModuleScope scope(m_runtime, context.module, context.resource.instances().data(context.instance));
    scope.withSelf({change.address.resource, context.resource.value(context.instance)});
    return runProvisioners(runWhen(ProvisionerWhen::Create, config.provisioners), &config, scope, change.address);
}

std::vector<const Provisioner*> ApplyWalk::destroyProvisioners(const addrs::AbsResourceInstance& address) const {
    if (const configs::Resource* config = m_request.config->resource(address.config()))
        return runWhen(ProvisionerWhen::Destroy, config->provisioners);
    const configs::Removed* removed = m_removed.find(address);
    return removed ? runWhen(ProvisionerWhen::Destroy, removed->provisioners) : std::vector<const Provisioner*>();
}

Diagnostics ApplyWalk::provisionDestroyed(const std::vector<const Provisioner*>& provisioners,
                                          const addrs::AbsResourceInstance& address, const states::Object& object,
                                          const schemas::ResourceSchema& schema) {
    // The instance and its module may no longer be declared; destroy provisioners may only refer to `self`.
    const configs::ModuleNode* node = m_request.config->module(address.module.module());
    const ModuleRuntime nothing(node ? *node : *m_request.config->root, address.module, nullptr, {});
    ModuleScope scope(m_runtime, nothing, repetitionOf(address.key));
    scope.withSelf({address.resource, seenValue(object.value, schema.block, address.resource, nothing.node)});
    return runProvisioners(provisioners, m_request.config->resource(address.config()), scope, address);
}

Diagnostics ApplyWalk::runProvisioners(const std::vector<const Provisioner*>& provisioners,
                                       const configs::Resource* resource, const ModuleScope& scope,
                                       const addrs::AbsResourceInstance& address) {
    Diagnostics diagnostics;
    const auto evaluate = [&](const hcl::BodyPtr& body, const schemas::Block& schema) {
        Result<Value> value = scope.evaluateBody(body, schema, ModuleScope::Ephemeral::Allowed);
        diagnostics.append(std::move(value.diagnostics));
        return *std::move(value.value);
    };
    for (const Provisioner* provisioner : provisioners) {
        const provisioners::Provisioner* kind = provisioners::find(provisioner->type);
        if (!kind) {
            diagnostics.error(
                "Missing required provisioner plugin",
                fmt::format("There is no provisioner \"{}\", which the destruction of {} would run. Remove "
                            "the block, or destroy the object with tofu.",
                            provisioner->type, address.toString()),
                provisioner->range);
            return diagnostics;
        }
        const Value config = evaluate(provisioner->config, kind->schema());
        const hcl::BodyPtr connectionBody = connectionOf(*provisioner, resource);
        const schemas::Block& connectionSchema = provisioners::connectionSchema();
        Value connection = Value::null(connectionSchema.impliedType());
        if (connectionBody && !diagnostics.hasErrors())
            connection = evaluate(connectionBody, connectionSchema);
        if (!diagnostics.hasErrors() && !(config.isWhollyKnown() && connection.isWhollyKnown()))
            diagnostics.error("Configuration contains unknown value",
                              fmt::format("The provisioner \"{}\" of {} still has unknown values while it is applied. "
                                          "This is a bug in Planlens; please report it.",
                                          provisioner->type, address.toString()),
                              provisioner->range);
        if (diagnostics.hasErrors())
            return diagnostics;

        provisioners::Request request;
        request.config = config.unmarkedDeep();
        request.connection = connection.unmarkedDeep();
        request.directory = m_request.config->directory;
        request.concealment = concealmentFor(config);
        request.limits.stop = m_stopping.interrupted;
        request.limits.forced = m_request.forced;
        request.output = [&](const std::string& text) {
            m_listener.provisionerOutput(address, provisioner->type,
                                         request.concealment.empty() ? m_request.providers->secrets()->masked(text)
                                                                     : request.concealment);
        };
        diagnostics.append(m_sink.settle());
        diagnostics.append(checkLock()); // it may have been lost since the object was created
        if (diagnostics.hasErrors())
            return diagnostics;
        m_listener.provisionerStarted(address, provisioner->type);
        Diagnostics found = kind->run(request); // also after a stop request: it reports what remains undone
        const bool failed = found.hasErrors();
        m_listener.provisionerFinished(address, provisioner->type, failed);
        const masking::Secrets own = masking::secretsOf(config, masking::Sensitive::Marked)
                                         .with(masking::secretsOf(connection, masking::Sensitive::Marked));
        for (diags::Diagnostic& diagnostic : found) {
            diagnostic.detail = m_request.providers->secrets()->masked(own.masked(diagnostic.detail));
            diagnostic.subject = provisioner->config->missingItemRange();
            diagnostic.address = address.toString();
        }
        // on_failure does not cover interruptions.
        const bool mayFail = provisioner->onFailure == configs::ProvisionerOnFailure::Continue &&
                             !m_stopping.interrupted.stop_requested();
        if (!failed || !mayFail)
            diagnostics.append(std::move(found));
        if (failed && !mayFail)
            return diagnostics;
    }
    return diagnostics;
}

} // namespace planlens::engine
