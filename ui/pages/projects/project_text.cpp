// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/project_text.h"

#include "ui/basics/text.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::widgets {

using projects::ChangeGroup;
using projects::GroupLine;
using projects::ReportedProject;
using projects::Summary;
using theme::ActionKind;

namespace {

constexpr std::size_t mostProjects = 200, mostChanges = 200;

class Text {
    Q_DECLARE_TR_FUNCTIONS(ProjectText)

public:
    const QString& html() const { return m_html; }

    void title(ActionKind kind, const QString& text) {
        m_html += QStringLiteral("<h3><span style='color:%1'>%2</span> %3</h3>")
                      .arg(color(kind), theme::glyph(kind).toHtmlEscaped(), text.toHtmlEscaped());
    }
    void heading(const QString& text) {
        m_html +=
            QStringLiteral("<p style='margin-top:12px; margin-bottom:4px'><b>%1</b></p>").arg(text.toHtmlEscaped());
    }
    void line(const QString& html) { m_html += QStringLiteral("<p style='margin-bottom:4px'>%1</p>").arg(html); }
    void dim(const QString& text) { line(colored(m_surfaces.dimText, text)); }
    void warning(const QString& text) { line(colored(m_surfaces.warning, QString(QStringLiteral("⚠ ") % text))); }
    void error(const QString& text) { line(colored(m_surfaces.error, QString(QStringLiteral("✗ ") % text))); }
    void more(std::size_t count, std::size_t most) {
        if (count > most)
            dim(tr("and %n more", nullptr, int(count - most)));
    }
    QString color(ActionKind kind) const { return theme::color(kind, theme::currentScheme()).name(); }

    void lines(const std::vector<GroupLine>& all) {
        if (all.empty())
            return;
        m_html += QStringLiteral("<table cellpadding='4' cellspacing='0' width='100%'>");
        for (const GroupLine& one : all) {
            QStringList notes;
            if (one.forcesReplacement)
                notes.append(tr("forces replacement"));
            if (one.isFolded)
                notes.append(tr("differs by project"));
            if (!one.note.empty())
                notes.append(qstring(one.note));
            m_html += QStringLiteral("<tr><td><code>%1</code>%2</td>%3%4</tr>")
                          .arg(qstring(one.path).toHtmlEscaped(),
                               notes.isEmpty() ? QString()
                                               : QString(QStringLiteral("<br>") %
                                                         colored(m_surfaces.dimText, notes.join(QStringLiteral(", ")))),
                               cell(one.before, m_surfaces.beforeTint), cell(one.after, m_surfaces.afterTint));
        }
        m_html += QStringLiteral("</table>");
    }

private:
    static QString colored(const QColor& color, const QString& text) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
    }
    static QString cell(const std::optional<std::string>& value, const QColor& tint) {
        return value ? QStringLiteral("<td bgcolor='%1'><code>%2</code></td>")
                           .arg(tint.name(), qstring(*value).toHtmlEscaped())
                     : QStringLiteral("<td></td>");
    }

    const theme::Surfaces& m_surfaces = theme::surfaces(theme::currentScheme());
    QString m_html;
};

QString projectLink(const Summary& summary, std::size_t reviewed) {
    const std::string& name = summary.reviewed[reviewed].name;
    const auto found = std::ranges::find(summary.projects, name, &ReportedProject::name);
    return QStringLiteral("<a href='#%1' style='color:%2'><code>%3</code></a>")
        .arg(found - summary.projects.begin())
        .arg(theme::surfaces(theme::currentScheme()).text.name(), qstring(name).toHtmlEscaped());
}

} // namespace

QString groupHtml(const ChangeGroup& group, const Summary& summary) {
    Text text;
    text.title(ActionKind(group.kind), qstring(titleOf(group, summary.reviewed)));
    if (!group.module.empty())
        text.dim(Text::tr("Module %1").arg(qstring(group.module)));
    for (const std::string& exception : exceptionTexts(group, summary.reviewed))
        text.warning(qstring(exception));
    for (const std::string& variation : group.variations)
        text.warning(
            Text::tr("Differs from %n other project(s): %1", nullptr, int(group.others)).arg(qstring(variation)));
    text.lines(group.lines);
    if (!group.computed.empty()) {
        QStringList names;
        for (const std::string& path : group.computed)
            names.append(qstring(path));
        text.dim(Text::tr("Computed by the provider: %1").arg(names.join(QStringLiteral(", "))));
    }
    text.heading(Text::tr("Projects (%1)").arg(group.projects.size()));
    for (std::size_t i = 0; i < std::min(group.projects.size(), mostProjects); ++i)
        text.line(projectLink(summary, group.projects[i]));
    text.more(group.projects.size(), mostProjects);
    return text.html();
}

QString projectHtml(const ReportedProject& project) {
    Text text;
    ActionKind worst = ActionKind::NoOp;
    for (std::size_t kind = project.result.counts.size(); kind-- > 0;)
        if (project.result.counts[kind] > 0)
            worst = ActionKind(kind);
    text.title(worst, qstring(project.name));
    if (project.status == ReportedProject::Status::Planned)
        text.line((project.result.hasChanges() ? qstring(countsText(project.result)) : Text::tr("No changes."))
                      .toHtmlEscaped());
    if (!project.result.error.empty())
        text.error(qstring(project.result.error));
    if (!project.result.commit.id.empty())
        text.dim(Text::tr("Commit %1").arg(qstring(project.result.commit.id).left(12)));
    if (!project.review)
        return text.html();
    const report::Document& document = project.review->document;
    if (!document.findings.empty())
        text.heading(Text::tr("Findings (%1)").arg(document.findings.size()));
    for (const report::ReportFinding& finding : document.findings)
        text.warning(finding.address.empty()
                         ? qstring(finding.title)
                         : QString(qstring(finding.title) % QStringLiteral(" – ") % qstring(finding.address)));
    if (!document.changes.empty())
        text.heading(Text::tr("Changes (%1)").arg(document.changes.size()));
    for (std::size_t i = 0; i < std::min(document.changes.size(), mostChanges); ++i) {
        const report::ReportChange& change = document.changes[i];
        const ActionKind kind = ActionKind(change.kind);
        text.line(QStringLiteral("%1 <code>%2</code><br>%3")
                      .arg(theme::glyphHtml(kind), qstring(change.address).toHtmlEscaped(),
                           qstring(change.sentence).toHtmlEscaped()));
    }
    text.more(document.changes.size(), mostChanges);
    return text.html();
}

} // namespace planlens::widgets
