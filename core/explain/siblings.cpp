// SPDX-License-Identifier: MPL-2.0
#include "core/explain/siblings.h"

#include "core/explain/chain_finder.h"
#include "core/explain/plan_values.h"
#include "core/explain/summary.h"

#include <algorithm>

namespace planlens::explain {

namespace {

/// Returns where a root would be edited; std::nullopt if the plan does not show it.
std::optional<PlanValues::RootPlace> rootPlace(const Link& root) {
    const diags::SourceRange& range = placeOf(root);
    if (range.isEmpty())
        return {};
    return PlanValues::RootPlace{range.filename.str(), range.start.byte, root.part};
}

/// Whether two attributes changed in the same way: the same value, or the same part of a text.
bool haveSameDifference(const PlanValues::BeforeAfter& a, const PlanValues::BeforeAfter& b) {
    const auto isText = [](const PlanValues::BeforeAfter& one) {
        return isUsable(one.before) && isUsable(one.after) && one.before.type().isString() &&
               one.after.type().isString();
    };
    if (!isText(a) || !isText(b))
        return isSameValue(a.before, b.before) && isSameValue(a.after, b.after);
    const auto part = [](const values::Value& from, const values::Value& to) {
        return changedPart(from.unmarked().asString(), to.unmarked().asString());
    };
    return part(a.before, a.after) == part(b.before, b.after) && part(a.after, a.before) == part(b.after, b.before);
}

void addPlaces(const Chain& chain, PlanValues::RootPlaces& places) {
    const std::vector<Link>& possible = chain.back().oneOf;
    for (const Link& root : possible.empty() ? std::vector{chain.back()} : possible)
        if (const std::optional<PlanValues::RootPlace> place = rootPlace(root))
            places.insert(*place);
}

const PlanValues::RootPlaces& rootPlaces(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                         const values::Path& path) {
    const std::string text = path.toString();
    std::optional<PlanValues::RootPlaces>& known = values.rootPlaces(change, text);
    if (!known) {
        known.emplace();
        ChainFinder finder(values, [&](const values::Path& one) { return one.toString() == text; });
        for (const Chain& chain : finder.from(change, {}))
            addPlaces(chain, *known);
    }
    return *known;
}

} // namespace

void decideBySiblings(const PlanValues& values, const plans::ResourceInstanceChange& change,
                      std::vector<Chain>& chains) {
    for (Chain& chain : chains) {
        std::vector<Link>& possible = chain.back().oneOf;
        const std::optional<plans::Cause>& cause = chain.front().cause;
        if (possible.empty() || !cause || cause->kind != plans::Cause::Kind::Argument || cause->path.isEmpty() ||
            change.causes.empty())
            continue;
        const auto difference = values.of(change.address, cause->path);
        std::vector<std::size_t> shared(possible.size(), 0); // with how many other instances
        std::size_t others = 0;
        for (const plans::ResourceInstanceChange* sibling : values.siblings(change.address.config())) {
            const auto other = sibling == &change ? std::nullopt : values.of(sibling->address, cause->path);
            if (!other || !difference || !haveSameDifference(*difference, *other))
                continue;
            const PlanValues::RootPlaces& places = rootPlaces(values, *sibling, cause->path);
            bool isShared = false;
            for (std::size_t i = 0; i < possible.size(); ++i)
                if (const auto place = rootPlace(possible[i]); place && places.contains(*place)) {
                    ++shared[i];
                    isShared = true;
                }
            others += isShared ? 1 : 0;
        }
        if (others == 0 || std::ranges::count(shared, others) != 1)
            continue;
        Link root = std::move(possible[std::size_t(std::ranges::find(shared, others) - shared.begin())]);
        possible.clear();
        chain.push_back(std::move(root));
    }
}

/// The first changes of the instances of a resource in all modules.
const std::vector<const plans::ResourceInstanceChange*>&
PlanValues::siblings(const addrs::ConfigResource& resource) const {
    constexpr std::size_t most = 8; // enough to show what they share
    const auto [found, isNew] = m_siblings.try_emplace(resource);
    if (isNew)
        for (const plans::ResourceInstanceChange* one : m_plan.changes.instancesOf(resource))
            if (found->second.size() < most && one->change.action != plans::Action::NoOp && one->deposed.empty())
                found->second.push_back(one);
    return found->second;
}

} // namespace planlens::explain
