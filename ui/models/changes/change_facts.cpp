// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_facts.h"

#include "core/explain/drift.h"
#include "core/plans/applied_changes.h"
#include "ui/basics/change_key.h"
#include "ui/basics/text.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace planlens::models {

using theme::ActionKind;

namespace {

/// Shares equal strings between changes.
class Texts {
public:
    const QString& of(const std::string& text) {
        const auto [at, isNew] = m_texts.try_emplace(text);
        if (isNew)
            at->second = qstring(text);
        return at->second;
    }

private:
    std::unordered_map<std::string, QString> m_texts;
};

} // namespace

ChangeFacts::ChangeFacts(const plans::Plan& plan, FoundByAddress findings) {
    m_ofPlan = std::move(findings.ofPlan);
    std::unordered_set<std::string> drifted, checked;
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
        if (explain::isDrifted(*drift))
            drifted.insert(drift->address.toString());
    for (const auto& [address, check] : plan.checks)
        for (const auto& [object, result] : check.objects)
            checked.insert(object);
    Texts texts;
    std::string last; // the instance of the last current object that changes
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        Fact fact;
        fact.kind = theme::listedKind(plan, *change);
        if (fact.kind == ActionKind::NoOp)
            continue;
        const std::string address = change->address.toString();
        fact.key = changeKey(*change);
        // Deposed objects follow the current object of their instance.
        fact.isAlone = !change->deposed.empty() && last != address;
        if (change->deposed.empty())
            last = address;
        fact.type = texts.of(change->address.resource.type);
        fact.module = texts.of(change->address.module.toString());
        fact.provider = texts.of(change->provider.config.provider.forDisplay());
        const auto set = [&](Trait trait, bool holds) { fact.traits |= unsigned(holds) << unsigned(trait); };
        set(Trait::Drifted, drifted.contains(address));
        set(Trait::Moved, change->isMoved());
        set(Trait::Imported, change->change.importing.has_value());
        set(Trait::Checked, checked.contains(address));
        set(Trait::NotApplied, !plans::isApplied(plan, change->address));
        // Findings are about all objects of an instance, but are counted once.
        fact.found = findings.value(qstring(address));
        findings[qstring(address)].count = 0;
        ++m_counts.types[fact.type];
        ++m_counts.modules[fact.module];
        ++m_counts.providers[fact.provider];
        for (const Trait trait : allTraits)
            m_counts.traits[std::size_t(trait)] += fact.has(trait);
        for (const ActionKind kind : theme::allActionKinds)
            if (isOf(fact, kind))
                ++m_counts.typesByKind[std::size_t(kind)][fact.type];
        if (!fact.has(Trait::NotApplied))
            m_reviewable.insert(fact.key);
        m_facts.append(std::move(fact));
    }
}

bool ChangeFacts::isOf(const Fact& fact, ActionKind kind) {
    return !fact.has(Trait::NotApplied) && (fact.kind == kind || (kind == ActionKind::Move && fact.has(Trait::Moved)) ||
                                            (kind == ActionKind::Import && fact.has(Trait::Imported)));
}

bool ChangeFacts::passes(const Fact& fact, const ChangeCriteria& criteria) {
    const auto isIn = [](const QSet<QString>& chosen, const QString& text) {
        return chosen.isEmpty() || chosen.contains(text);
    };
    const auto& kinds = criteria.kinds;
    return (kinds.isEmpty() ||
            std::any_of(kinds.begin(), kinds.end(), [&](int kind) { return isOf(fact, ActionKind(kind)); })) &&
           isIn(criteria.types, fact.type) && isIn(criteria.modules, fact.module) &&
           isIn(criteria.providers, fact.provider) &&
           (criteria.severities.isEmpty() || std::any_of(criteria.severities.begin(), criteria.severities.end(),
                                                         [&](int severity) { return fact.found.has(severity); })) &&
           std::all_of(criteria.traits.begin(), criteria.traits.end(),
                       [&](int trait) { return fact.has(Trait(trait)); });
}

std::optional<QSet<QString>> ChangeFacts::addresses(const ChangeCriteria& criteria) const {
    if (!criteria.isByAddress())
        return {};
    ChangeCriteria others = criteria;
    others.kinds.clear();
    QSet<QString> passing;
    for (const Fact& fact : m_facts)
        if (passes(fact, others))
            passing.insert(fact.key);
    return passing;
}

QSet<int> ChangeFacts::planSeverities(const ChangeCriteria& criteria, const AddressQuery& query) {
    ChangeCriteria others = criteria;
    others.severities.clear();
    return others.isEmpty() && query.isEmpty() ? criteria.severities : QSet<int>();
}

int ChangeFacts::hiddenFindings(const ChangeCriteria& criteria, const AddressQuery& query) const {
    const bool isLimited = !criteria.isEmpty() || !query.isEmpty();
    const QSet<int> severities = planSeverities(criteria, query);
    int hidden = int(std::ranges::count_if(
        m_ofPlan, [&](const PlanFinding& finding) { return isLimited && !severities.contains(finding.severity); }));
    for (const Fact& fact : m_facts)
        if (fact.found.count > 0 && !matches(fact, criteria, query))
            hidden += fact.found.count;
    return hidden;
}

int ChangeFacts::shown(const ChangeCriteria& criteria, const AddressQuery& query) const {
    return int(std::count_if(m_facts.begin(), m_facts.end(),
                             [&](const Fact& fact) { return matches(fact, criteria, query); }));
}

QSet<QString> ChangeFacts::matching(const ChangeCriteria& criteria, const AddressQuery& query) const {
    QSet<QString> keys;
    for (const Fact& fact : m_facts)
        if (matches(fact, criteria, query)) {
            keys.insert(fact.key);
            if (fact.isAlone)
                keys.insert(instanceOf(fact.key));
        }
    return keys;
}

std::array<int, theme::allActionKinds.size()> ChangeFacts::kindCounts(const ChangeCriteria& criteria,
                                                                      const AddressQuery& query) const {
    std::array<int, theme::allActionKinds.size()> counts{};
    for (const Fact& fact : m_facts)
        if (matches(fact, criteria, query))
            for (const ActionKind kind : theme::allActionKinds)
                counts[std::size_t(kind)] += isOf(fact, kind);
    return counts;
}

} // namespace planlens::models
