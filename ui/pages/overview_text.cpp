// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/overview_text.h"

#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/models/finding_rows.h"
#include "ui/models/pages.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QUrl>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace planlens::widgets {

namespace {

using theme::ActionKind;
using Counts = std::array<int, theme::allActionKinds.size()>;

/// The number of displayed rows of each list; the rest is counted.
constexpr std::size_t mostRows = 12;

class OverviewText {
    Q_DECLARE_TR_FUNCTIONS(OverviewText)

public:
    explicit OverviewText(const session::Result& result)
        : m_result(result)
        , m_plan(*result.plan) {
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            const ActionKind kind = theme::actionKind(*change);
            if (kind == ActionKind::NoOp)
                continue;
            ++m_counts[std::size_t(kind)];
            ++m_byModule[qstring(change->address.module.toString())][std::size_t(kind)];
        }
    }

    QString html() {
        addVerdict();
        addFindings();
        addChecks();
        addDrift();
        addModules();
        return m_html;
    }

private:
    void paragraph(const QString& html) { m_html += QStringLiteral("<p>%1</p>").arg(html); }
    void heading(const QString& text) { paragraph(QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped())); }
    void more(std::size_t count) {
        if (count > mostRows)
            paragraph(QStringLiteral("<span style='color:%1'>%2</span>")
                          .arg(m_surfaces.dimText.name(), tr("and %n more", nullptr, int(count - mostRows))));
    }
    QString link(const QString& address) const {
        return QStringLiteral("<a href='#%1' style='color:%2'><code>%3</code></a>")
            .arg(QString::fromLatin1(QUrl::toPercentEncoding(address)), m_surfaces.text.name(),
                 address.toHtmlEscaped());
    }
    QString mark(ActionKind kind, int count) const {
        return QStringLiteral("<span style='color:%1'><b>%2</b> %3</span>")
            .arg(theme::color(kind, theme::currentScheme()).name(), theme::glyph(kind).toHtmlEscaped(),
                 QString::number(count));
    }
    QString marks(const Counts& counts, bool hasWords) const {
        QStringList parts;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = counts[std::size_t(kind)]; count > 0)
                parts.append(hasWords ? QString(mark(kind, count) % u' ' % theme::word(kind).toHtmlEscaped())
                                      : mark(kind, count));
        return parts.join(QStringLiteral("&nbsp;&nbsp; "));
    }

    void addVerdict() {
        const int total = std::accumulate(m_counts.begin(), m_counts.end(), 0);
        const int lost = m_counts[std::size_t(ActionKind::Delete)] + m_counts[std::size_t(ActionKind::Replace)];
        m_html += QStringLiteral("<h3>%1</h3>")
                      .arg(total == 0  ? tr("No resource changes.")
                           : lost == 0 ? tr("%n change(s). No object is destroyed.", nullptr, total)
                                       : QString(tr("%n change(s).", nullptr, total) % u' ' %
                                                 tr("%n object(s) will be destroyed.", nullptr, lost)));
        if (total > 0)
            paragraph(marks(m_counts, true));
    }

    void addFindings() {
        const std::vector<risk::Finding>& findings = m_result.findings;
        if (findings.empty())
            return;
        heading(tr("Findings (%1)").arg(findings.size()));
        for (std::size_t i = 0; i < std::min(findings.size(), mostRows); ++i) {
            const risk::Finding& finding = findings[i];
            const QColor color = finding.severity == risk::Severity::High     ? m_surfaces.error
                                 : finding.severity == risk::Severity::Medium ? m_surfaces.warning
                                                                              : m_surfaces.dimText;
            QString html = QStringLiteral("<span style='color:%1'>⚠ %2</span> &nbsp;%3")
                               .arg(color.name(), models::severityWord(finding.severity).toHtmlEscaped(),
                                    qstring(finding.title).toHtmlEscaped());
            if (finding.address)
                html += QStringLiteral(" – ") % link(qstring(finding.address->toString()));
            paragraph(html);
        }
        more(findings.size());
    }

    void addChecks() {
        std::size_t failed = 0;
        for (const auto& [address, check] : m_plan.checks)
            failed += states::hasFailed(check.status);
        if (failed == 0)
            return;
        heading(tr("Failed checks (%1)").arg(failed));
        std::size_t shown = 0;
        for (const auto& [address, check] : m_plan.checks) {
            if (!states::hasFailed(check.status) || ++shown > mostRows)
                continue;
            paragraph(QStringLiteral("<span style='color:%1'>✗</span> <code>%2</code>")
                          .arg(m_surfaces.error.name(), qstring(address).toHtmlEscaped()));
        }
        more(failed);
    }

    void addDrift() {
        if (const int drifted = models::driftCount(m_plan); drifted > 0)
            heading(tr("%n object(s) changed outside of OpenTofu since the last apply.", nullptr, drifted));
    }

    void addModules() {
        if (m_byModule.empty() || (m_byModule.size() == 1 && m_byModule.begin()->first.isEmpty()))
            return;
        heading(tr("Changes by module"));
        m_html += QStringLiteral("<table cellpadding='2'>");
        std::size_t shown = 0;
        for (const auto& [module, counts] : m_byModule)
            if (++shown <= mostRows)
                m_html +=
                    QStringLiteral("<tr><td>%1</td><td>&nbsp;&nbsp;%2</td></tr>")
                        .arg(module.isEmpty() ? tr("root module").toHtmlEscaped() : link(module), marks(counts, false));
        m_html += QStringLiteral("</table>");
        more(m_byModule.size());
    }

    const session::Result& m_result;
    const plans::Plan& m_plan;
    const theme::Surfaces& m_surfaces = theme::surfaces(theme::currentScheme());
    Counts m_counts{};
    std::map<QString, Counts> m_byModule;
    QString m_html;
};

} // namespace

QString overviewHtml(const session::Result& result) {
    return OverviewText(result).html();
}

} // namespace planlens::widgets
