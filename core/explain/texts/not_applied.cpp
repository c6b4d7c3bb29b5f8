// SPDX-License-Identifier: MPL-2.0
#include "core/explain/texts/not_applied.h"

#include "core/addrs/target.h"
#include "core/explain/translated_text.h"
#include "core/plans/applied_changes.h"

#include <algorithm>
#include <vector>

namespace planlens::explain {

namespace {

using Text = std::string; // lupdate would take "std::" before a function name for its class

bool isAmong(const addrs::AbsResourceInstance& instance, const std::vector<addrs::TargetSubject>& subjects) {
    return std::ranges::any_of(
        subjects, [&](const addrs::TargetSubject& subject) { return addrs::targetContains(subject, instance); });
}

class Words : TranslatedText {
public:
    explicit Words(const Translation& translation)
        : TranslatedText(translation) {}

    Text onlyDestroyed() const { return tr("Destroyed and not created again, because of an exclusion."); }

    Text notApplied(const plans::Plan& plan, const addrs::AbsResourceInstance& address) const {
        const std::vector<addrs::TargetSubject>& excludes = plan.options.excludes;
        if (excludes.empty())
            return tr("Not applied, because no target with changes depends on it.");
        if (isAmong(address, excludes))
            return tr("Not applied, because it is excluded.");
        for (const addrs::AbsResourceInstance& dependency : plan.dependencies.instancesBehind(address))
            if (isAmong(dependency, excludes))
                return dependsOn(dependency.toString());
        // An exclusion also affects what is ordered after it in the state, and what depends on it indirectly.
        return excludes.size() == 1 ? dependsOn(addrs::Target{excludes.front(), {}}.toString())
                                    : tr("Not applied, because it depends on an excluded object.");
    }

    Text together(const std::string& notApplied, const std::string& summary) const {
        return tr("%1 Planned: %2", {notApplied, summary});
    }

private:
    Text dependsOn(const std::string& excluded) const {
        return tr("Not applied, because it depends on `%1`, which is excluded.", {excluded});
    }
};

} // namespace

std::string notAppliedText(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Translation& translation) {
    if (plans::isOnlyDestroyed(plan, change.address))
        return Words(translation).onlyDestroyed();
    return plans::isApplied(plan, change.address) ? std::string() : Words(translation).notApplied(plan, change.address);
}

std::string withNotApplied(const std::string& notApplied, const std::string& summary, const Translation& translation) {
    return notApplied.empty() ? summary : Words(translation).together(notApplied, summary);
}

} // namespace planlens::explain
