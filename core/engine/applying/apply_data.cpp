// SPDX-License-Identifier: MPL-2.0
#include "core/engine/applying/apply_walk.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/stored_value.h"

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using values::Value;

Diagnostics ApplyWalk::readData(const Place& place) {
    Diagnostics diagnostics;
    const configs::Resource& config = *place.node.resourceConfig;
    const plans::ResourceInstanceChange& change = place.change;
    const InstanceConditions conditions = conditionsOf(place.node, change.address);
    const ModuleScope scope(m_runtime, place.module, place.resource.instances().data(place.instance));
    diagnostics.append(conditions.evaluatePreconditions(scope));
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<Value> evaluated = scope.evaluateBody(config.config, place.schema->block);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;
    Result<DataResult> read;
    const auto readNow = [&](std::stop_token stop) {
        read = engine::readDataSource({change.address, change.provider, *place.provider, *place.schema, config.config,
                                       evaluated->unmarkedDeep(), metaFor(change)},
                                      m_listener, std::move(stop));
    };
    if (place.provider->readsInstantly())
        readNow({});
    else if (!callBlocking(place.work, readNow))
        return diagnostics;
    m_progress.finishStep();
    if (!config.container.empty())
        reportNestedData(config, place.module, read.diagnostics, checks);
    diagnostics.append(std::move(read.diagnostics));
    if (!read.value)
        return diagnostics;
    states::Object object;
    object.value = read->value.withPathMarks(evaluated->pathMarks());
    diagnostics.append(checkStorable(change.address.toString(), object.value, place.schema->type));
    if (diagnostics.hasErrors())
        return diagnostics;
    store(change, {}, object, *place.schema);
    const Value seen = seenValue(object.value, place.schema->block, change.address.resource, place.module.node);
    place.resource.setValue(place.instance, seen);
    diagnostics.append(conditions.evaluatePostconditions(scope, {change.address.resource, seen}));
    return diagnostics;
}

} // namespace planlens::engine
