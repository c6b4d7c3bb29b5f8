// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_sections.h"

#include "core/plans/plan.h"
#include "core/risk/rules.h"
#include "ui/basics/text.h"
#include "ui/theme/action_style.h"

#include <QCollator>
#include <QCollatorSortKey>

#include <algorithm>
#include <map>

namespace planlens::models {

using theme::ActionKind;

namespace {

class Sections {
    Q_DECLARE_TR_FUNCTIONS(ChangeSections)

public:
    Sections(ChangeOrder order, const FoundByAddress& findings)
        : m_order(order)
        , m_findings(findings) {}

    void add(const plans::ResourceInstanceChange& change) {
        const auto [rank, name] = placeOf(change);
        ChangeSection& section = m_sections[{rank, name}];
        if (section.changes.empty()) {
            section.key = QStringLiteral("%1 %2").arg(rank).arg(name);
            section.title = titleOf(rank, name);
        }
        section.changes.push_back(&change);
    }

    std::vector<ChangeSection> sorted() {
        std::vector<ChangeSection> sections;
        for (auto& [place, section] : m_sections) {
            sortNaturally(section.changes,
                          [](const plans::ResourceInstanceChange* change) { return change->address.toString(); });
            sections.push_back(std::move(section));
        }
        if (m_order == ChangeOrder::Module || m_order == ChangeOrder::Type)
            sortNaturally(sections, [](const ChangeSection& section) { return stdString(section.title); });
        return sections;
    }

private:
    static constexpr int severities = 3;

    /// Returns the rank of a section, and its name if several have the same rank.
    std::pair<int, QString> placeOf(const plans::ResourceInstanceChange& change) const {
        const ActionKind kind = theme::actionKind(change);
        switch (m_order) {
        case ChangeOrder::WorstFirst: {
            const FoundAt found = m_findings.value(qstring(change.address.toString()));
            return {found.count > 0 ? found.worst() : severities + int(kind), {}};
        }
        case ChangeOrder::Module:
            return {0, qstring(change.address.module.toString())};
        case ChangeOrder::Action:
            return {severities + int(kind), {}};
        case ChangeOrder::Type:
            break;
        }
        const addrs::Resource& resource = change.address.resource;
        return {0, qstring((resource.mode == addrs::ResourceMode::Data ? "data." : "") + resource.type)};
    }

    QString titleOf(int rank, const QString& name) const {
        if (m_order == ChangeOrder::Module || m_order == ChangeOrder::Type)
            return name;
        switch (rank) {
        case int(risk::Severity::High):
            return tr("High risk");
        case int(risk::Severity::Medium):
            return tr("Medium risk");
        case int(risk::Severity::Low):
            return tr("Low risk");
        default:
            break;
        }
        QString word = rank >= severities ? theme::word(ActionKind(rank - severities)) : QString();
        if (!word.isEmpty())
            word[0] = word[0].toUpper();
        return word;
    }

    /// Sorts by text with numbers in numerical order: r2 comes before r10. Equal elements keep their order.
    template <typename Element, typename Text>
    void sortNaturally(std::vector<Element>& elements, const Text& text) const {
        std::vector<std::pair<QCollatorSortKey, std::size_t>> order;
        order.reserve(elements.size());
        for (std::size_t i = 0; i < elements.size(); ++i)
            order.emplace_back(m_collator.sortKey(qstring(text(elements[i]))), i);
        std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Element> sorted;
        sorted.reserve(elements.size());
        for (const auto& [key, i] : order)
            sorted.push_back(std::move(elements[i]));
        elements = std::move(sorted);
    }

    ChangeOrder m_order;
    const FoundByAddress& m_findings;
    std::map<std::pair<int, QString>, ChangeSection> m_sections;
    const QCollator m_collator = [] {
        QCollator collator(QLocale::English);
        collator.setNumericMode(true);
        return collator;
    }();
};

} // namespace

QString changeOrderName(ChangeOrder order) {
    switch (order) {
    case ChangeOrder::WorstFirst:
        return QStringLiteral("worst-first");
    case ChangeOrder::Module:
        return QStringLiteral("module");
    case ChangeOrder::Action:
        return QStringLiteral("action");
    case ChangeOrder::Type:
        break;
    }
    return QStringLiteral("type");
}

std::vector<ChangeSection> changeSections(const plans::Plan& plan, ChangeOrder order, const FoundByAddress& findings) {
    Sections sections(order, findings);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (theme::actionKind(*change) != ActionKind::NoOp)
            sections.add(*change);
    return sections.sorted();
}

} // namespace planlens::models
