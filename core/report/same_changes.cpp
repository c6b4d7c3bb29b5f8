// SPDX-License-Identifier: MPL-2.0
#include "core/report/same_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace planlens::report {

namespace {

constexpr std::size_t fewest = 3;

bool canBeAmongOthers(const ReportChange& change) {
    return change.kind != Kind::Destroy && change.kind != Kind::Forget && change.findings.empty() &&
           change.deposed.empty() && change.previousAddress.empty() && !change.isImported && !change.cost &&
           !change.resource.empty();
}

bool areSame(const ReportChange& a, const ReportChange& b) {
    return a.actionWord == b.actionWord && a.isApplied == b.isApplied && a.sentence == b.sentence &&
           a.lines == b.lines && a.withoutEffect == b.withoutEffect && a.computed == b.computed;
}

} // namespace

std::vector<SameChanges> sameChanges(const std::vector<ReportChange>& changes) {
    constexpr std::size_t mostCompared = 20; // different changes of a resource
    std::map<std::pair<Kind, std::string_view>, std::vector<std::vector<std::size_t>>> byResource;
    std::vector<std::vector<std::size_t>*> groupOf(changes.size(), nullptr);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!canBeAmongOthers(changes[i]))
            continue;
        auto& candidates = byResource[{changes[i].kind, changes[i].resource}];
        const auto same = std::ranges::find_if(
            candidates, [&](const auto& group) { return areSame(changes[group.front()], changes[i]); });
        if (same != candidates.end())
            same->push_back(i);
        else if (candidates.size() < mostCompared)
            candidates.push_back({i});
    }
    for (auto& [resource, groups] : byResource)
        for (std::vector<std::size_t>& group : groups)
            if (group.size() >= fewest)
                for (const std::size_t i : group)
                    groupOf[i] = &group;
    std::vector<SameChanges> all;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (groupOf[i] && groupOf[i]->front() != i)
            continue;
        SameChanges& made = all.emplace_back();
        if (!groupOf[i])
            made.push_back(&changes[i]);
        else
            for (const std::size_t same : *groupOf[i])
                made.push_back(&changes[same]);
    }
    return all;
}

std::vector<ChangeGroup> changeGroups(const std::vector<ReportChange>& changes) {
    constexpr std::array<std::string_view, kinds> titles{"Destroy", "Replace", "Forget", "Update",   "Create",
                                                         "Read",    "Import",  "Move",   "Unchanged"};
    std::vector<ChangeGroup> groups;
    for (SameChanges& entry : sameChanges(changes)) {
        const bool hasFindings = !entry.front()->findings.empty();
        const Kind kind = entry.front()->kind;
        const std::string_view title = !entry.front()->isApplied ? "Not applied"
                                       : hasFindings             ? "With findings"
                                                                 : titles[std::size_t(kind)];
        auto group = std::ranges::find(groups, title, &ChangeGroup::title);
        if (group == groups.end())
            group = groups.insert(groups.end(), {title, kind, 0, {}});
        group->worst = std::min(group->worst, kind);
        group->count += entry.size();
        group->entries.push_back(std::move(entry));
    }
    return groups;
}

} // namespace planlens::report
