// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_sections.h"

#include "core/configs/config.h"
#include "core/plans/applied_changes.h"
#include "core/risk/rules.h"
#include "ui/basics/natural_order.h"
#include "ui/basics/text.h"
#include "ui/theme/action_style.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace planlens::models {

using theme::ActionKind;

namespace {

class Sections {
    Q_DECLARE_TR_FUNCTIONS(ChangeSections)

public:
    Sections(const plans::Plan& plan, ChangeOrder order, const FoundByAddress& findings, const configs::Config* config)
        : m_plan(plan)
        , m_order(order)
        , m_findings(findings)
        , m_config(config) {}

    void add(const PlanFinding& finding) { sectionAt({finding.severity, {}}).findings.append(finding); }

    void add(const plans::ResourceInstanceChange& change) { add(change, placeOf(change)); }

    void addDrift(const ShownDrift& drift) {
        add(*drift.change, isByEffect() ? std::pair(firstTier + int(drift.tier), QString()) : placeOf(*drift.change));
    }

    void add(const plans::ResourceInstanceChange& change, const std::pair<int, QString>& place) {
        sectionAt(place).changes.push_back(&change);
        if (m_order == ChangeOrder::File)
            m_lines.emplace(&change, blockOf(change).start.line);
    }

    std::vector<ChangeSection> sorted() {
        std::vector<ChangeSection> sections;
        for (auto& [place, section] : m_sections) {
            sortNaturally(section.changes, [](const plans::ResourceInstanceChange* change) {
                return qstring(change->address.toString());
            });
            if (m_order == ChangeOrder::File)
                std::ranges::stable_sort(section.changes, {},
                                         [this](const auto* change) { return m_lines.at(change); });
            else if (place.first < severities && isByEffect())
                std::ranges::stable_sort(section.changes, {},
                                         [this](const auto* change) { return theme::listedKind(m_plan, *change); });
            sections.push_back(std::move(section));
        }
        // Keys begin with the rank.
        if (areNamed())
            sortNaturally(sections, [](const ChangeSection& section) { return section.key; });
        return sections;
    }

private:
    static constexpr int severities = 3;
    static constexpr int notApplied = 99;
    static constexpr int firstTier = 100;                          // rank of the first section of drift
    static constexpr int undeclared = 0, ofRoot = 1, ofModule = 2; // ranks with ChangeOrder::File

    ChangeSection& sectionAt(const std::pair<int, QString>& place) {
        ChangeSection& section = m_sections[place];
        if (section.key.isEmpty()) {
            section.key = QStringLiteral("%1 %2").arg(place.first).arg(place.second);
            section.title = titleOf(place.first, place.second);
        }
        return section;
    }

    bool isByEffect() const { return m_order == ChangeOrder::WorstFirst || m_order == ChangeOrder::Action; }

    /// Whether sections have names, and not only ranks.
    bool areNamed() const {
        return m_order == ChangeOrder::Module || m_order == ChangeOrder::Type || m_order == ChangeOrder::File;
    }

    /// Returns the source range of the block that declares the resource; empty if there is none.
    diags::SourceRange blockOf(const plans::ResourceInstanceChange& change) const {
        const configs::Resource* const resource = m_config ? m_config->resource(change.address.config()) : nullptr;
        return resource ? resource->range : diags::SourceRange();
    }

    /// Returns the rank of a section, and its name if several have the same rank.
    std::pair<int, QString> placeOf(const plans::ResourceInstanceChange& change) const {
        const ActionKind kind = theme::listedKind(m_plan, change);
        if (isByEffect() && !plans::isApplied(m_plan, change.address))
            return {notApplied, {}};
        switch (m_order) {
        case ChangeOrder::WorstFirst: {
            const FoundAt found = m_findings.value(qstring(change.address.toString()));
            return {found.count > 0 ? found.worst() : severities + int(kind), {}};
        }
        case ChangeOrder::Module:
            return {0, qstring(change.address.module.toString())};
        case ChangeOrder::Action:
            return {severities + int(kind), {}};
        case ChangeOrder::File: {
            const diags::SourceRange block = blockOf(change);
            return block.isEmpty()
                       ? std::pair(undeclared, QString())
                       : std::pair(change.address.module.isRoot() ? ofRoot : ofModule, qstring(block.filename.str()));
        }
        case ChangeOrder::Type:
            break;
        }
        const addrs::Resource& resource = change.address.resource;
        return {0, qstring((resource.mode == addrs::ResourceMode::Data ? "data." : "") + resource.type)};
    }

    QString titleOf(int rank, const QString& name) const {
        if (m_order == ChangeOrder::File && rank == undeclared)
            return m_config ? tr("Not in the configuration") : tr("Files not recorded in the plan");
        if (areNamed())
            return name;
        if (rank >= firstTier)
            return driftTierTitle(explain::DriftTier(rank - firstTier));
        switch (rank) {
        case int(risk::Severity::High):
            return tr("High risk");
        case int(risk::Severity::Medium):
            return tr("Medium risk");
        case int(risk::Severity::Low):
            return tr("Low risk");
        case notApplied:
            return tr("Planned, not applied");
        default:
            break;
        }
        QString word = rank >= severities ? theme::word(ActionKind(rank - severities)) : QString();
        if (!word.isEmpty())
            word[0] = word[0].toUpper();
        return word;
    }

    const plans::Plan& m_plan;
    ChangeOrder m_order;
    const FoundByAddress& m_findings;
    const configs::Config* m_config; // may be null
    std::map<std::pair<int, QString>, ChangeSection> m_sections;
    std::unordered_map<const plans::ResourceInstanceChange*, std::uint32_t>
        m_lines; // of blocks, with ChangeOrder::File
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
    case ChangeOrder::File:
        return QStringLiteral("file");
    case ChangeOrder::Type:
        break;
    }
    return QStringLiteral("type");
}

std::vector<ChangeSection> changeSections(const plans::Plan& plan, ChangeOrder order, const FoundByAddress& findings,
                                          const configs::Config* config, const std::vector<ShownDrift>& drift) {
    Sections sections(plan, order, findings, config);
    if (order == ChangeOrder::WorstFirst)
        for (const PlanFinding& finding : findings.ofPlan)
            sections.add(finding);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (theme::actionKind(*change) != ActionKind::NoOp)
            sections.add(*change);
    for (const ShownDrift& one : drift)
        sections.addDrift(one);
    return sections.sorted();
}

} // namespace planlens::models
