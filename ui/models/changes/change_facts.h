// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"
#include "ui/models/search/found_at.h"
#include "ui/theme/action_style.h"

#include <QHash>
#include <QMap>
#include <QSet>
#include <QString>
#include <QVector>

#include <array>
#include <optional>

namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

/// Properties of a change other than its action.
enum class Trait { Drifted, Moved, Imported, Checked, NotApplied };
inline constexpr std::array allTraits{Trait::Drifted, Trait::Moved, Trait::Imported, Trait::Checked, Trait::NotApplied};

/// Filter criteria. A change must match one of the selected kinds, types, modules, providers and severities each (an
/// empty set matches all), and all selected traits. Changes that are planned but not applied are of no kind.
struct ChangeCriteria {
    QSet<int> kinds; // theme::ActionKind
    QSet<QString> types, modules, providers;
    QSet<int> traits;          // Trait
    QSet<int> severities = {}; // risk::Severity of its findings
    bool isEmpty() const { return kinds.isEmpty() && !isByAddress(); }
    /// Whether there are criteria other than kinds.
    bool isByAddress() const {
        return !types.isEmpty() || !modules.isEmpty() || !providers.isEmpty() || !traits.isEmpty() ||
               !severities.isEmpty();
    }
    bool operator==(const ChangeCriteria&) const = default;
};

/// The filterable properties of the changes of a plan, computed once. Unchanged instances are excluded.
class ChangeFacts {
public:
    ChangeFacts() = default;
    explicit ChangeFacts(const plans::Plan& plan, FoundByAddress findings = {});

    /// The number of changes per filter value. Moves and imports count in addition to the action.
    struct Counts {
        QMap<QString, int> types, modules, providers;
        std::array<int, allTraits.size()> traits{};
        std::array<QMap<QString, int>, theme::allActionKinds.size()> typesByKind;
    };
    const Counts& counts() const { return m_counts; }
    int total() const { return int(m_facts.size()); }
    /// The keys of the changes that are applied.
    const QSet<QString>& reviewable() const { return m_reviewable; }
    /// Returns the keys of the changes that match all criteria except the kinds; nullopt if only kinds are selected.
    std::optional<QSet<QString>> addresses(const ChangeCriteria& criteria) const;
    /// Returns the number of changes that match, including the query if any.
    int shown(const ChangeCriteria& criteria, const AddressQuery& query) const;
    /// Returns the keys of these changes, and the addresses of instances of which only deposed objects change.
    QSet<QString> matching(const ChangeCriteria& criteria, const AddressQuery& query) const;
    /// Returns the number of applied changes of each kind that match. Moves and imports count in addition to the
    /// action.
    std::array<int, theme::allActionKinds.size()> kindCounts(const ChangeCriteria& criteria,
                                                             const AddressQuery& query) const;
    /// Returns the severities whose findings about the whole plan match a filter.
    static QSet<int> planSeverities(const ChangeCriteria& criteria, const AddressQuery& query);
    /// Returns the number of findings about changes or the whole plan that do not match.
    int hiddenFindings(const ChangeCriteria& criteria, const AddressQuery& query) const;

private:
    struct Fact {
        QString key, type, module, provider;
        bool isAlone = false; // a deposed object of an instance without another change
        theme::ActionKind kind = theme::ActionKind::NoOp;
        unsigned traits = 0; // bit set
        FoundAt found;
        bool has(Trait trait) const { return traits & (1U << unsigned(trait)); }
    };
    static bool passes(const Fact& fact, const ChangeCriteria& criteria);
    static bool isOf(const Fact& fact, theme::ActionKind kind);
    static bool matches(const Fact& fact, const ChangeCriteria& criteria, const AddressQuery& query) {
        return passes(fact, criteria) && (query.isEmpty() || query.matches(fact.key));
    }

    QVector<Fact> m_facts;
    QVector<PlanFinding> m_ofPlan;
    Counts m_counts;
    QSet<QString> m_reviewable;
};

} // namespace planlens::models
