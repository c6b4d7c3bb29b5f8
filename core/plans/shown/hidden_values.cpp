// SPDX-License-Identifier: MPL-2.0
#include "core/plans/shown/hidden_values.h"

#include "core/plans/plan.h"
#include "core/values/unclassified.h"

#include <memory>
#include <utility>
#include <vector>

namespace planlens::plans {

namespace {

/// Returns a change with the values of another one; null if that is not the same change.
ResourceInstanceChangePtr withValuesOf(const ResourceInstanceChange& change, const ResourceInstanceChange* ofJson) {
    if (!ofJson || ofJson->change.action != change.change.action)
        return nullptr;
    auto made = std::make_shared<ResourceInstanceChange>(change);
    made->change.before = ofJson->change.before;
    made->change.after = ofJson->change.after;
    return made;
}

} // namespace

bool hasHiddenValues(const ResourceInstanceChange& change) {
    return change.change.before.containsMark(values::unclassified()) ||
           change.change.after.containsMark(values::unclassified());
}

bool replaceHiddenValues(Plan& plan, const Plan& ofJson) {
    bool isComplete = true;
    std::vector<ResourceInstanceChangePtr> replaced;
    for (const ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (!hasHiddenValues(*change))
            continue;
        if (auto made = withValuesOf(*change, ofJson.changes.resource(change->address, change->deposed)))
            replaced.push_back(std::move(made));
        else
            isComplete = false;
    }
    for (ResourceInstanceChangePtr& change : replaced)
        plan.changes.add(std::move(change));
    Changes driftOfJson; // has an index
    for (const ResourceInstanceChangePtr& drift : ofJson.drift)
        driftOfJson.add(drift);
    for (ResourceInstanceChangePtr& drift : plan.drift) {
        if (!hasHiddenValues(*drift))
            continue;
        if (auto made = withValuesOf(*drift, driftOfJson.resource(drift->address, drift->deposed)))
            drift = std::move(made);
        else
            isComplete = false;
    }
    return isComplete;
}

} // namespace planlens::plans
