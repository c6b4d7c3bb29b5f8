// SPDX-License-Identifier: MPL-2.0
#include "core/engine/applying/apply_walk.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/stored_value.h"

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using values::Value;

Diagnostics ApplyWalk::readData(const InstanceContext& context) {
    Diagnostics diagnostics;
    const configs::Resource& config = *context.node.resourceConfig;
    const plans::ResourceInstanceChange& change = context.change;
    const InstanceConditions conditions = conditionsOf(context.node, change.address);
    const ModuleScope scope(m_runtime, context.module, context.resource.instances().data(context.instance));
    diagnostics.append(conditions.evaluatePreconditions(scope));
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<Value> evaluated = scope.evaluateBody(config.config, context.schema->block);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return diagnostics;
    Result<DataResult> read;
    const auto readNow = [&](std::stop_token stop) {
        read = engine::readDataSource({change.address, change.provider, *context.provider, *context.schema,
                                       config.config, evaluated->unmarkedDeep(), metaFor(change)},
                                      m_listener, std::move(stop));
    };
    if (context.provider->readsInstantly())
        readNow({});
    else if (!callBlocking(context.work, readNow))
        return diagnostics;
    m_progress.finishStep();
    if (!config.container.empty())
        reportNestedData(config, context.module, read.diagnostics, checks);
    diagnostics.append(std::move(read.diagnostics));
    if (!read.value)
        return diagnostics;
    states::Object object;
    object.value = read->value.withPathMarks(evaluated->pathMarks());
    diagnostics.append(checkStorable(change.address.toString(), object.value, context.schema->type));
    if (diagnostics.hasErrors())
        return diagnostics;
    store(change, {}, object, *context.schema);
    const Value seen = seenValue(object.value, context.schema->block, change.address.resource, context.module.node);
    context.resource.setValue(context.instance, seen);
    diagnostics.append(conditions.evaluatePostconditions(scope, {change.address.resource, seen}));
    return diagnostics;
}

} // namespace planlens::engine
