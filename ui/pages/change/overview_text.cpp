// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/overview_text.h"

#include "core/explain/drift.h"
#include "core/plans/applied_changes.h"
#include "ui/basics/change_key.h"
#include "ui/basics/natural_order.h"
#include "ui/basics/text.h"
#include "ui/models/changes/change_sections.h"
#include "ui/models/cost_text.h"
#include "ui/models/finding_rows.h"
#include "ui/models/page_rows.h"
#include "ui/pages/change/why_text.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QLocale>
#include <QUrl>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace planlens::widgets {

namespace {

using theme::ActionKind;
using Counts = std::array<int, theme::allActionKinds.size()>;

/// The number of displayed rows per list. Further rows are counted.
constexpr std::size_t mostRows = 12;

class OverviewText {
    Q_DECLARE_TR_FUNCTIONS(OverviewText)

public:
    /// If the module is empty, the overview is of the whole plan.
    explicit OverviewText(const session::Result& result, const QString& module, const QSet<QString>* shown)
        : m_result(result)
        , m_plan(*result.plan)
        , m_module(module)
        , m_shown(shown) {
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            const ActionKind kind = theme::listedKind(m_plan, *change);
            if (kind == ActionKind::NoOp)
                continue;
            const bool isApplied = plans::isApplied(m_plan, change->address);
            m_total += isApplied;
            if (!isWithin(*change))
                continue;
            if (!isApplied) {
                m_notApplied.push_back(change.get());
                continue;
            }
            ++m_counts[std::size_t(kind)];
            for (const ActionKind one : theme::allActionKinds)
                m_marked[std::size_t(one)] += one == kind || (one == ActionKind::Move && change->isMoved()) ||
                                              (one == ActionKind::Import && change->change.importing);
            ++m_byModule[qstring(change->address.module.toString())][std::size_t(kind)];
        }
        for (const risk::Finding& finding : result.analysis.findings)
            if (finding.address ? isWithin(finding) : m_module.isEmpty() && !m_shown)
                m_findings.push_back(finding);
    }

    QString html() {
        addVerdict(
            m_result.isOutdated || m_plan.errored
                ? QString()
                : QStringLiteral(
                      "&nbsp;&nbsp; <a href='review:' style='color:%1'>%2</a> <span style='color:%3'>(F8)</span>")
                      .arg(m_surfaces.text.name(), tr("Start review").toHtmlEscaped(), m_surfaces.dimText.name()));
        addCosts();
        addFindings();
        addChecks();
        addOutputs();
        addNotApplied();
        addDrift();
        addModules();
        return m_html;
    }

    QString moduleHtml() {
        m_html = QStringLiteral("<p>%1</p>").arg(headingHtml(m_module));
        addVerdict();
        addCosts();
        addFindings();
        addChanges();
        return m_html;
    }

private:
    bool isWithin(const plans::ResourceInstanceChange& change) const {
        return (!m_shown || m_shown->contains(changeKey(change))) && isInModule(change.address);
    }
    bool isWithin(const risk::Finding& finding) const {
        return (!m_shown || m_shown->contains(qstring(finding.address->toString()))) && isInModule(*finding.address);
    }
    bool isInModule(const addrs::AbsResourceInstance& address) const {
        const QString module = qstring(address.module.toString());
        return m_module.isEmpty() || module == m_module || module.startsWith(QString(m_module % u'.'));
    }
    void addChanges() {
        constexpr std::size_t most = 200;
        std::vector<const plans::ResourceInstanceChange*> changes;
        for (const models::ChangeSection& section : models::changeSections(
                 m_plan, models::ChangeOrder::WorstFirst, models::foundByAddress(m_result.analysis.findings),
                 m_result.config.get(), models::shownDrift(m_plan)))
            std::ranges::copy_if(section.changes, std::back_inserter(changes),
                                 [this](const auto* change) { return isWithin(*change); });
        if (changes.empty())
            return;
        heading(tr("Changes (%L1)").arg(changes.size()));
        list(changes, most);
    }
    void list(const std::vector<const plans::ResourceInstanceChange*>& changes, std::size_t most) {
        for (std::size_t i = 0; i < std::min(changes.size(), most); ++i)
            row(theme::glyphHtml(theme::actionKind(*changes[i])) % u' ' % link(changeKey(*changes[i])));
        more(changes.size(), most);
    }
    void paragraph(const QString& html) { m_html += QStringLiteral("<p>%1</p>").arg(html); }
    void heading(const QString& text) {
        m_html +=
            QStringLiteral("<p style='margin-top:16px; margin-bottom:4px'><b>%1</b></p>").arg(text.toHtmlEscaped());
    }
    static QString shortened(const QString& value) {
        constexpr qsizetype longest = 120;
        return value.size() > longest ? QString(value.left(longest) % QChar(0x2026)) : value;
    }
    void row(const QString& html) { m_html += QStringLiteral("<p style='margin-bottom:4px'>%1</p>").arg(html); }
    /// `page`: a link to the page that lists all; empty: there is none.
    void more(std::size_t count, std::size_t most = mostRows, const QString& page = {}) {
        if (count <= most)
            return;
        const QString text = tr("and %n more", nullptr, int(count - most));
        paragraph(page.isEmpty()
                      ? QStringLiteral("<span style='color:%1'>%2</span>").arg(m_surfaces.dimText.name(), text)
                      : QStringLiteral("<a href='%1' style='color:%2'>%3</a>").arg(page, m_surfaces.text.name(), text));
    }
    QString link(const QString& address) const {
        return QStringLiteral("<a href='#%1' style='color:%2'><code>%3</code></a>")
            .arg(QString::fromLatin1(QUrl::toPercentEncoding(address)), m_surfaces.text.name(),
                 address.toHtmlEscaped());
    }
    static int sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }
    static int lostOf(const Counts& counts) {
        return counts[std::size_t(ActionKind::Delete)] + counts[std::size_t(ActionKind::Replace)];
    }
    QString mark(ActionKind kind, int count) const {
        // Numbers in the color of the text: glyphs need less contrast than words.
        return theme::glyphHtml(kind) % u' ' % QLocale().toString(count);
    }
    QString marks(const Counts& counts) const {
        QStringList parts;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = counts[std::size_t(kind)]; count > 0)
                parts.append(QString(mark(kind, count) % u' ' % theme::word(kind).toHtmlEscaped()));
        return parts.join(QStringLiteral("&nbsp;&nbsp; "));
    }

    /// What an incomplete plan would destroy is not known.
    QString verdict(int total, int lost) const {
        if (total == 0)
            return m_shown              ? tr("No change matches the filter.")
                   : m_plan.errored     ? tr("No resource changes until the error.")
                   : m_module.isEmpty() ? noChangesText(m_plan)
                                        : tr("No resource changes.");
        QStringList sentences{m_plan.errored ? tr("%n change(s) until the error.", nullptr, total)
                                             : tr("%n change(s).", nullptr, total)};
        if (lost > 0)
            sentences.append(tr("%n object(s) will be destroyed.", nullptr, lost));
        else if (!m_plan.errored)
            sentences.append(tr("No object is destroyed."));
        if (const int forgotten = m_counts[std::size_t(ActionKind::Forget)]; forgotten > 0)
            sentences.append(tr("%n object(s) will no longer be managed.", nullptr, forgotten));
        return sentences.join(u' ');
    }

    /// `afterCounts` is HTML beside the counts of the changes.
    void addVerdict(const QString& afterCounts = {}) {
        const int total = sum(m_counts), lost = lostOf(m_counts);
        if (m_shown && m_module.isEmpty() && total < m_total)
            paragraph(QStringLiteral("<span style='color:%1'>%2</span>")
                          .arg(m_surfaces.dimText.name(),
                               tr("The filter shows %L1 of %n change(s).", nullptr, m_total).arg(total)));
        if (m_plan.errored)
            m_html +=
                QStringLiteral("<h3 style='color:%1'>%2</h3>")
                    .arg(m_surfaces.error.name(), tr("Planning failed. These changes are incomplete.").toHtmlEscaped());
        m_html += QStringLiteral("<h3>%1</h3>").arg(verdict(total, lost).toHtmlEscaped());
        if (m_module.isEmpty() && !m_shown)
            addDeleted();
        if (total > 0)
            paragraph(marks(m_marked) % afterCounts);
    }

    /// Says how many objects are gone: so many that are created again can be the wrong account.
    void addDeleted() {
        int gone = 0, created = 0;
        for (const plans::ResourceInstanceChangePtr& drift : m_plan.drift)
            if (drift->change.action == plans::Action::Delete) {
                ++gone;
                const plans::ResourceInstanceChange* planned = m_plan.changes.resource(drift->address);
                created += planned && theme::actionKind(*planned) == ActionKind::Create;
            }
        if (gone == 0)
            return;
        QString text =
            (created == gone ? tr("%n object(s) were deleted outside of %1 and will be created again.", nullptr, gone)
                             : tr("%n object(s) were deleted outside of %1.", nullptr, gone))
                .arg(qstring(m_plan.program.name()));
        if (created > 0 && created < gone)
            text += u' ' % tr("%n of them will be created again.", nullptr, created);
        m_html += QStringLiteral("<h3 style='color:%1'>⚠ %2</h3>").arg(m_surfaces.error.name(), text.toHtmlEscaped());
    }

    cost::Costs costOfModule(const QString& module) const {
        const auto found = m_result.analysis.costs->modules.find(module.toStdString());
        return found == m_result.analysis.costs->modules.end() ? cost::Costs() : found->second;
    }
    void addCosts() {
        if (!m_result.analysis.costs)
            return;
        const cost::PlanCosts& costs = *m_result.analysis.costs;
        const QString text =
            models::costChangeText(m_module.isEmpty() ? costs.total : costOfModule(m_module), costs.currency);
        const QString remark = m_module.isEmpty() ? models::costRemark(costs) : QString();
        heading(tr("Cost"));
        paragraph((text.isEmpty() ? tr("The cost does not change.") : text).toHtmlEscaped() +
                  (remark.isEmpty() ? QString()
                                    : QStringLiteral(" <span style='color:%1'>%2</span>")
                                          .arg(m_surfaces.dimText.name(), remark.toHtmlEscaped())));
    }

    /// Returns the objects with findings, in the order of the list: by action, and naturally unless there are very
    /// many.
    QStringList objectsWithFindings() const {
        constexpr std::size_t most = 1000;
        struct Object {
            QString address;
            int rank;
        };
        std::vector<Object> objects;
        QSet<QString> seen;
        for (const risk::Finding& finding : m_findings) {
            const QString address = finding.address ? qstring(finding.address->toString()) : QString();
            if (address.isEmpty() || seen.contains(address))
                continue;
            seen.insert(address);
            const plans::ResourceInstanceChange* change = m_plan.changes.resource(*finding.address);
            const ActionKind kind = change ? theme::actionKind(*change) : ActionKind::Delete; // only deposed objects
            const bool isApplied = plans::isApplied(m_plan, *finding.address);
            objects.push_back({address, isApplied ? int(kind) : int(theme::allActionKinds.size())});
        }
        if (objects.size() <= most)
            sortNaturally(objects, [](const Object& object) { return object.address; });
        std::ranges::stable_sort(objects, {}, &Object::rank);
        QStringList addresses;
        for (const Object& object : objects)
            addresses.append(object.address);
        return addresses;
    }

    /// One row for each object, in the order of the list; those about the whole plan follow.
    void addFindings() {
        if (m_findings.empty())
            return;
        const models::FoundByAddress found = models::foundByAddress(m_findings);
        const QStringList objects = objectsWithFindings();
        QStringList rows;
        for (const risk::Severity severity : {risk::Severity::High, risk::Severity::Medium, risk::Severity::Low}) {
            for (const QString& object : objects)
                if (const models::FoundAt& one = found[object]; one.worst() == int(severity))
                    rows.append(models::severityHtml(severity) % QStringLiteral(" &nbsp;") % link(object) % u' ' %
                                one.titles.join(QStringLiteral(", ")).toHtmlEscaped());
            for (const risk::Finding& finding : m_findings)
                if (!finding.address && finding.severity == severity)
                    rows.append(models::findingHtml(finding));
        }
        heading(tr("Findings (%L1)").arg(m_findings.size()));
        for (const QString& one : rows.mid(0, mostRows))
            row(one);
        more(std::size_t(rows.size()), mostRows, QStringLiteral("page:findings"));
    }

    void addChecks() {
        std::size_t failed = 0;
        for (const auto& [address, check] : m_plan.checks)
            failed += states::hasFailed(check.status);
        if (failed == 0)
            return;
        heading(tr("Failed checks (%L1)").arg(failed));
        const masking::Secrets secrets = m_result.secrets();
        std::size_t shown = 0;
        for (const auto& [address, check] : m_plan.checks) {
            if (!states::hasFailed(check.status) || ++shown > mostRows)
                continue;
            row(QStringLiteral("<span style='color:%1'>✗</span> <code>%2</code> %3")
                    .arg(m_surfaces.error.name(), qstring(address).toHtmlEscaped(),
                         models::failureText(check, secrets).toHtmlEscaped()));
        }
        more(failed, mostRows, QStringLiteral("page:checks"));
    }

    /// Only if nothing else changes: the drawer lists them.
    void addOutputs() {
        std::vector<const plans::OutputChange*> changed;
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot() && output.change.action != plans::Action::NoOp)
                changed.push_back(&output);
        if (changed.empty() || sum(m_counts) > 0 || m_shown)
            return;
        heading(tr("%n output(s) change.", nullptr, int(changed.size())));
        const QVector<models::Row> rows = models::outputRows(m_plan, m_result.secrets());
        for (std::size_t i = 0; i < std::min(changed.size(), mostRows); ++i) {
            const theme::ActionKind kind = changed[i]->change.action == plans::Action::Create   ? ActionKind::Create
                                           : changed[i]->change.action == plans::Action::Delete ? ActionKind::Delete
                                                                                                : ActionKind::Update;
            QStringList values;
            for (const QString& value : rows[qsizetype(i)].cells.mid(2))
                if (!value.isEmpty())
                    values.append(shortened(value));
            row(theme::glyphHtml(kind) % QStringLiteral(" <code>%1: %2</code>")
                                             .arg(qstring(changed[i]->name).toHtmlEscaped(),
                                                  values.join(QStringLiteral(" → ")).toHtmlEscaped()));
        }
        more(changed.size());
        paragraph(QStringLiteral("<a href='page:outputs' style='color:%1'>%2</a>")
                      .arg(m_surfaces.text.name(), tr("Show the outputs").toHtmlEscaped()));
    }

    void addNotApplied() {
        if (m_notApplied.empty())
            return;
        heading(tr("Planned, not applied (%L1)").arg(m_notApplied.size()));
        list(m_notApplied, mostRows);
    }

    /// Deleted objects first.
    void addDrift() {
        const std::vector<explain::DriftedObject> drift = explain::driftedObjects(m_plan);
        if (drift.empty())
            return;
        const auto changed = std::ranges::find_if_not(drift, &explain::DriftedObject::isGone);
        const auto list = [this](auto from, auto to) {
            for (auto object = from; object != to && std::size_t(object - from) < mostRows; ++object)
                row(theme::glyphHtml(theme::actionKind(*object->change)) % u' ' %
                    link(qstring(object->change->address.toString())) %
                    QStringLiteral(" <span style='color:%1'>%2</span>")
                        .arg(m_surfaces.dimText.name(),
                             models::driftSentence(object->tier, object->isGone()).toHtmlEscaped()));
            more(std::size_t(to - from), mostRows, QStringLiteral("page:drift"));
        };
        if (const auto gone = int(changed - drift.begin()); gone > 0) {
            heading(tr("%n object(s) deleted outside since the last apply.", nullptr, gone));
            list(drift.begin(), changed);
        }
        if (const auto others = int(drift.end() - changed); others > 0) {
            heading(tr("%n object(s) changed outside since the last apply.", nullptr, others));
            list(changed, drift.end());
        }
        paragraph(QStringLiteral("<a href='page:drift' style='color:%1'>%2</a>")
                      .arg(m_surfaces.text.name(), tr("Show what changed outside").toHtmlEscaped()));
    }

    /// Modules that lose the most objects come first.
    void addModules() {
        if (m_byModule.empty() || (m_byModule.size() == 1 && m_byModule.begin()->first.isEmpty()))
            return;
        struct ModuleRow {
            QString module;
            Counts counts;
            int total, lost;
        };
        std::vector<ModuleRow> modules;
        for (const auto& [module, counts] : m_byModule)
            modules.push_back({module, counts, sum(counts), lostOf(counts)});
        sortNaturally(modules, [](const ModuleRow& row) { return row.module; });
        std::stable_sort(modules.begin(), modules.end(), [](const ModuleRow& a, const ModuleRow& b) {
            return std::pair(a.lost, a.total) > std::pair(b.lost, b.total);
        });
        const int most = std::max_element(modules.begin(), modules.end(), [](const ModuleRow& a, const ModuleRow& b) {
                             return a.total < b.total;
                         })->total;
        heading(tr("Changes by module"));
        m_html += QStringLiteral("<table cellpadding='2' cellspacing='0' "
                                 "style='margin-top:4px; margin-bottom:16px'>");
        Counts all{};
        for (const ModuleRow& row : modules)
            std::ranges::transform(all, row.counts, all.begin(), std::plus());
        for (std::size_t i = 0; i < std::min(modules.size(), mostRows); ++i) {
            const ModuleRow& row = modules[i];
            const QString cost = m_result.analysis.costs && !row.module.isEmpty()
                                     ? models::costText(costOfModule(row.module), m_result.analysis.costs->currency)
                                     : QString();
            m_html += QStringLiteral("<tr><td>%1</td><td valign='middle' style='padding-left:16px'>%2</td>"
                                     "%3<td style='padding-left:16px'>%4</td></tr>")
                          .arg(row.module.isEmpty() ? tr("root module").toHtmlEscaped() : link(row.module),
                               bar(row.counts, most), countCells(row.counts, all), cost.toHtmlEscaped());
        }
        m_html += QStringLiteral("</table>");
        more(modules.size());
    }

    /// Returns a cell for each kind of action in the plan, so that the same kind is one column.
    QString countCells(const Counts& counts, const Counts& all) const {
        QString html;
        for (const ActionKind kind : theme::allActionKinds)
            if (all[std::size_t(kind)] > 0) {
                const int count = counts[std::size_t(kind)];
                html += QStringLiteral("<td align='right' style='padding-left:16px'>%1</td>")
                            .arg(count > 0 ? mark(kind, count) : QString());
            }
        return html;
    }

    /// Returns a bar with a segment for each kind of action. The module with the most changes has the longest bar.
    static QString bar(const Counts& counts, int most) {
        constexpr int longest = 96, shortest = 3; // pixels; addresses need the width
        QString cells;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = counts[std::size_t(kind)]; count > 0)
                cells += QStringLiteral("<td bgcolor='%1' width='%2' style='font-size:7px'>&nbsp;</td>")
                             .arg(theme::color(kind, theme::currentScheme()).name())
                             .arg(std::max(shortest, count * longest / most));
        return QStringLiteral("<table cellspacing='0' cellpadding='0'><tr>%1</tr></table>").arg(cells);
    }

    const session::Result& m_result;
    const plans::Plan& m_plan;
    const QString m_module;
    const QSet<QString>* const m_shown; // null: no filter
    int m_total = 0;                    // changes that are applied
    std::vector<const plans::ResourceInstanceChange*> m_notApplied;
    std::vector<risk::Finding> m_findings;
    const theme::Surfaces& m_surfaces = theme::surfaces(theme::currentScheme());
    Counts m_counts{};
    Counts m_marked{}; // moves and imports count in addition to the action, as in the filter
    std::map<QString, Counts> m_byModule;
    QString m_html;
};

} // namespace

QString noChangesText(const plans::Plan& plan) {
    const int drifted = models::driftCount(plan);
    if (plan.options.mode == plans::Mode::RefreshOnly && !plan.errored) {
        const auto gone = int(std::ranges::count_if(
            plan.drift, [](const auto& drift) { return drift->change.action == plans::Action::Delete; }));
        QStringList sentences;
        if (gone > 0)
            sentences.append(OverviewText::tr("%n object(s) will be removed from the state.", nullptr, gone));
        if (drifted > gone)
            sentences.append(OverviewText::tr("%n object(s) in the state will be updated.", nullptr, drifted - gone));
        return sentences.isEmpty() ? OverviewText::tr("The state matches the real objects.") : sentences.join(u' ');
    }
    // Whether a complete plan has compared the whole configuration with the real objects.
    const bool isComplete = plan.options.mode == plans::Mode::Normal && plan.quality == plans::Quality::Exact &&
                            !plan.options.refreshSkipped && !plan.errored && plan.options.targets.empty() &&
                            plan.options.excludes.empty();
    const bool areOutputsSame = std::ranges::all_of(plan.changes.outputs(), [](const plans::OutputChange& output) {
        return !output.module.isRoot() || output.change.action == plans::Action::NoOp;
    });
    return isComplete && drifted == 0 && areOutputsSame
               ? OverviewText::tr("No changes. The real objects match the configuration.")
               : OverviewText::tr("No resource changes.");
}

QString overviewHtml(const session::Result& result, const QSet<QString>* shown) {
    return OverviewText(result, {}, shown).html();
}

QString moduleHtml(const session::Result& result, const QString& module, const QSet<QString>* shown) {
    return OverviewText(result, module, shown).moduleHtml();
}

} // namespace planlens::widgets
