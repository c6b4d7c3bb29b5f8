// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/planning/plan_walk.h"
#include "core/plans/objchange/objchange.h"

namespace planlens::engine {

using diags::Diagnostics;
using values::Value;

/// Opens the resource for use in planning, unless its configuration is only known when applying. Its values are not
/// stored in the plan.
Diagnostics PlanWalk::planEphemeral(const InstanceContext& context) {
    Diagnostics diagnostics;
    const configs::Resource& config = *context.node.resourceConfig;
    const InstanceConditions conditions = conditionsOf(context);
    const ModuleScope scope(runtime, context.module, context.resource.instances().data(context.instance));
    DependencyRecorder recorder(context.address);
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    diagnostics.append(conditions.evaluatePreconditions(recording));
    if (diagnostics.hasErrors())
        return diagnostics;
    diags::Result<Value> evaluated =
        recording.evaluateBody(config.config, context.schema->block, ModuleScope::Ephemeral::Allowed);
    note(recorder.take());
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;

    Value value;
    if (!evaluated->isWhollyKnown() || hasPendingChanges(context) || context.provider->isEstimate()) {
        if (m_purpose == WalkPurpose::RefreshOnly) {
            value = Value::null(context.schema->type);
        } else {
            value = plans::objchange::plannedDataResourceObject(context.schema->block, evaluated->unmarkedDeep())
                        .withPathMarks(evaluated->pathMarks());
            m_listener.ephemeralDeferred(context.address, !evaluated->isWhollyKnown()      ? "unknown configuration"
                                                          : context.provider->isEstimate() ? "missing provider"
                                                                                           : "pending dependencies");
        }
    } else {
        std::optional<Value> result;
        if (!call(*context.provider, context.work,
                  [&](std::stop_token stop) {
                      result = m_opened.open(
                          {context.address, context.schema, context.provider, context.providerAddress, config.config},
                          *evaluated, stop, diagnostics);
                  }) ||
            !result)
            return diagnostics;
        value = *std::move(result);
    }
    value = seenValue(value, context.schema->block, context.address.resource, context.module.node);
    context.resource.setValue(context.instance, value);
    diagnostics.append(conditions.evaluatePostconditions(scope, {context.address.resource, value}));
    return diagnostics;
}

} // namespace planlens::engine
