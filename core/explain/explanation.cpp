// SPDX-License-Identifier: MPL-2.0
#include "core/explain/explanation.h"

#include "core/explain/inferred_causes.h"
#include "core/explain/plan_values.h"

#include <algorithm>

namespace planlens::explain {

Explanation explanation(const PlanValues& values, const plans::ResourceInstanceChange& change,
                        const Translation& translation, const PathFilter& isWanted) {
    using Kind = plans::Cause::Kind;
    Explanation result;
    result.isInferred = change.causes.empty();
    result.causes = result.isInferred ? inferredCauses(values, change) : change.causes;
    if (std::ranges::any_of(result.causes, [](const plans::Cause& cause) { return cause.kind != Kind::Decided; }))
        std::erase_if(result.causes, [](const plans::Cause& cause) { return cause.kind == Kind::Decided; });
    if (isWanted)
        std::erase_if(result.causes, [&](const plans::Cause& cause) { return !isWanted(cause.path); });
    result.chains = chains(values, change, isWanted);
    result.summary = summary(values.plan(), change, result.chains, translation);
    result.affects = affectedBy(values, change);
    return result;
}

} // namespace planlens::explain
