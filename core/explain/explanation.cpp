// SPDX-License-Identifier: MPL-2.0
#include "core/explain/explanation.h"

#include "core/explain/inferred_causes.h"
#include "core/explain/plan_values.h"
#include "core/explain/texts/not_applied.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <set>

namespace planlens::explain {

namespace {

/// Returns the changes that depend, directly or through named values, on values modified by a change; sorted.
std::vector<Affected> affectedBy(const PlanValues& values, const plans::ResourceInstanceChange& change) {
    if (!change.deposed.empty())
        return {};
    std::vector<Affected> found;
    std::set<plans::DependencyEnd> seen{change.address};
    std::vector<plans::DependencyEnd> pending{change.address};
    for (std::size_t next = 0; next < pending.size(); ++next) {
        for (const plans::Dependency* use : values.dependencies().on(pending[next])) {
            if (next == 0 && use->kind == plans::Dependency::Kind::Reference) {
                const auto read = values.of(change.address, use->dependencyPath);
                if (read && !read->isDifferent())
                    continue;
            }
            if (!seen.insert(use->dependent).second)
                continue;
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&use->dependent);
            if (!instance) {
                pending.push_back(use->dependent);
                continue;
            }
            const plans::ResourceInstanceChange* other = values.changes().resource(*instance);
            if (other && other->change.action != plans::Action::NoOp)
                found.push_back({*instance, use->dependentPath, use->kind});
        }
    }
    std::ranges::sort(found, {}, &Affected::address);
    return found;
}

/// Moves the causes of attributes that force a replacement to the front.
void putDecidingFirst(std::vector<plans::Cause>& causes) {
    std::vector<values::Path> deciding;
    for (const plans::Cause& cause : causes)
        if (cause.kind == plans::Cause::Kind::CannotUpdate)
            deciding.push_back(cause.path);
    std::ranges::stable_partition(
        causes, [&](const plans::Cause& cause) { return std::ranges::find(deciding, cause.path) != deciding.end(); });
}

} // namespace

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
    putDecidingFirst(result.causes);
    result.chains = chains(values, change, isWanted);
    result.summary = withNotApplied(notAppliedText(values.plan(), change, translation),
                                    summary(values.plan(), change, result.chains, translation), translation);
    result.affects = affectedBy(values, change);
    return result;
}

} // namespace planlens::explain
