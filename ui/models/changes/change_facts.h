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

/// What can be true of a change beside its action.
enum class Trait { Drifted, Moved, Imported, Checked };
inline constexpr std::array allTraits{Trait::Drifted, Trait::Moved, Trait::Imported, Trait::Checked};

/// Which changes are let through. Of kinds, types, modules, providers and severities any one that is chosen will do,
/// none being all; every trait that is chosen has to hold.
struct ChangeCriteria {
    QSet<int> kinds; // theme::ActionKind
    QSet<QString> types, modules, providers;
    QSet<int> traits;          // Trait
    QSet<int> severities = {}; // risk::Severity of a finding about it
    bool isEmpty() const { return kinds.isEmpty() && !isByAddress(); }
    /// Whether more than kinds are chosen.
    bool isByAddress() const {
        return !types.isEmpty() || !modules.isEmpty() || !providers.isEmpty() || !traits.isEmpty() ||
               !severities.isEmpty();
    }
    bool operator==(const ChangeCriteria&) const = default;
};

/// What filters ask of the changes of a plan, worked out once. What stays as it is is not among them.
class ChangeFacts {
public:
    ChangeFacts() = default;
    explicit ChangeFacts(const plans::Plan& plan, FoundByAddress findings = {});

    /// How many changes there are by what they are filtered by. Moved and imported ones count as such beside their
    /// action.
    struct Counts {
        QMap<QString, int> types, modules, providers;
        std::array<int, allTraits.size()> traits{};
        std::array<QMap<QString, int>, theme::allActionKinds.size()> typesByKind;
    };
    const Counts& counts() const { return m_counts; }
    int total() const { return int(m_facts.size()); }
    /// The addresses that pass all but the kinds; nothing where nothing but kinds is chosen.
    std::optional<QSet<QString>> addresses(const ChangeCriteria& criteria) const;
    /// How many changes pass, and match the query where there is one.
    int shown(const ChangeCriteria& criteria, const AddressQuery& query) const;
    /// How many findings are about changes that do not.
    int hiddenFindings(const ChangeCriteria& criteria, const AddressQuery& query) const;

private:
    struct Fact {
        QString address, type, module, provider;
        theme::ActionKind kind = theme::ActionKind::NoOp;
        unsigned traits = 0; // bits
        FoundAt found;
        bool has(Trait trait) const { return traits & (1U << unsigned(trait)); }
    };
    static bool passes(const Fact& fact, const ChangeCriteria& criteria);
    static bool isOf(const Fact& fact, theme::ActionKind kind);

    QVector<Fact> m_facts;
    Counts m_counts;
};

} // namespace planlens::models
