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
Diagnostics PlanWalk::planEphemeral(const Place& place) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const InstanceConditions conditions = conditionsOf(place);
    const ModuleScope scope(runtime, place.module, place.resource.instances().data(place.instance));
    DependencyRecorder recorder(place.address);
    ModuleScope recording = scope;
    recording.withRecorder(&recorder);
    diagnostics.append(conditions.evaluatePreconditions(recording));
    if (diagnostics.hasErrors())
        return diagnostics;
    diags::Result<Value> evaluated =
        recording.evaluateBody(config.config, place.schema->block, ModuleScope::Ephemeral::Allowed);
    note(recorder.take());
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;

    Value value;
    if (!evaluated->isWhollyKnown() || hasPendingChanges(place) || place.provider->isEstimate()) {
        if (m_purpose == WalkPurpose::RefreshOnly) {
            value = Value::null(place.schema->type);
        } else {
            value = plans::objchange::plannedDataResourceObject(place.schema->block, evaluated->unmarkedDeep())
                        .withPathMarks(evaluated->pathMarks());
            m_listener.ephemeralDeferred(place.address, !evaluated->isWhollyKnown()    ? "unknown configuration"
                                                        : place.provider->isEstimate() ? "missing provider"
                                                                                       : "pending dependencies");
        }
    } else {
        std::optional<Value> result;
        if (!call(*place.provider, place.work,
                  [&](std::stop_token stop) {
                      result = m_opened.open(
                          {place.address, place.schema, place.provider, place.providerAddress, config.config},
                          *evaluated, stop, diagnostics);
                  }) ||
            !result)
            return diagnostics;
        value = *std::move(result);
    }
    value = seenValue(value, place.schema->block, place.address.resource, place.module.node);
    place.resource.setValue(place.instance, value);
    diagnostics.append(conditions.evaluatePostconditions(scope, {place.address.resource, value}));
    return diagnostics;
}

} // namespace planlens::engine
