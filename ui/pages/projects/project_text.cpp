// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/project_text.h"

#include "core/report/escape.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <set>

namespace planlens::widgets {

using projects::ChangeGroup;
using projects::GroupLine;
using projects::ReportedProject;
using projects::Summary;
using theme::ActionKind;

namespace {

constexpr std::size_t mostProjects = 200, mostChanges = 200, mostExceptions = 50, mostResults = 20, mostNamed = 3,
                      mostObjects = 100, longestValues = 400;

QString momentText(std::int64_t seconds) {
    return language::momentText(QDateTime::fromSecsSinceEpoch(seconds));
}

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

    void item(const QString& title, const QString& text, const QString& link = {}, const QString& linkText = {}) {
        line(QStringLiteral("<b>%1</b>: %2%3")
                 .arg(title.toHtmlEscaped(), text.toHtmlEscaped(),
                      link.isEmpty() ? QString()
                                     : QStringLiteral(" <a href='%1' style='color:%2'>%3</a>")
                                           .arg(link, m_surfaces.accent.name(), linkText.toHtmlEscaped())));
    }
    void since(const std::optional<projects::DriftSince>& row) {
        if (!row)
            return;
        const int results = int(row->results);
        if (!row->mayBeOlder)
            dim(tr("Since %1, in %n result(s)", nullptr, results).arg(momentText(row->since)));
        else if (results > 1)
            dim(tr("Since %1 or earlier, in all %n results", nullptr, results).arg(momentText(row->since)));
        else
            dim(tr("There is no earlier result, so the start of the drift is unknown"));
    }

    void changes(const std::vector<report::ReportChange>& all, const ReportedProject* drifted = nullptr) {
        for (std::size_t i = 0; i < std::min(all.size(), mostChanges); ++i) {
            const report::ReportChange& change = all[i];
            line(QStringLiteral("%1 <code>%2</code><br>%3")
                     .arg(theme::glyphHtml(ActionKind(change.kind)), qstring(change.address).toHtmlEscaped(),
                          qstring(report::withNames(change.sentence, report::inHtml, code))));
            if (!drifted)
                continue;
            if (const auto row = drifted->driftSince.find(change.address); row != drifted->driftSince.end())
                since(row->second);
        }
        more(all.size(), mostChanges);
    }

    /// The newest results first.
    void history(const projects::History& all) {
        if (all.size() < 2)
            return;
        heading(tr("History (%n results)", nullptr, int(all.size())));
        m_html += QStringLiteral("<table cellpadding='2' cellspacing='0' width='100%'>");
        for (std::size_t i = all.size(); i-- > 0 && all.size() - i <= mostResults;) {
            const projects::PastResult& past = all[i];
            const QString drift = past.status == projects::Result::Status::Failed ? tr("✗ failed")
                                  : !past.drift                                   ? tr("drift unknown")
                                  : past.drift->empty()                           ? tr("no drift")
                                                        : tr("drift %1").arg(past.drift->size());
            m_html += QStringLiteral("<tr><td>%1</td><td>%2</td><td align='right'>%3</td><td><code>%4</code></td></tr>")
                          .arg(momentText(past.started), drift.toHtmlEscaped(),
                               language::durationText(qint64(past.seconds * 1000)),
                               qstring(past.commit).left(7).toHtmlEscaped());
        }
        m_html += QStringLiteral("</table>");
        more(all.size(), mostResults);
    }

    void lines(const std::vector<GroupLine>& all) {
        if (all.empty())
            return;
        m_html += QStringLiteral(
            "<table cellpadding='4' cellspacing='0' width='100%' style='margin-top:4px; margin-bottom:12px'>");
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
    static std::string code(std::string_view text) { return "<code>" + report::inHtml(text) + "</code>"; }
    static QString cell(const std::optional<std::string>& value, const QColor& tint) {
        return value ? QStringLiteral("<td bgcolor='%1'><code>%2</code></td>")
                           .arg(tint.name(), qstring(*value).toHtmlEscaped())
                     : QStringLiteral("<td></td>");
    }

    const theme::Surfaces& m_surfaces = theme::surfaces(theme::currentScheme());
    QString m_html;
};

QString projectLink(const Summary& summary, std::size_t reviewed) {
    return QStringLiteral("<a href='#%1' style='color:%2'><code>%3</code></a>")
        .arg(summary.indexes[reviewed])
        .arg(theme::surfaces(theme::currentScheme()).text.name(),
             qstring(summary.reviewed[reviewed].name).toHtmlEscaped());
}

/// Returns the number of projects of a group of drift whose plans change a drifted object.
std::size_t revertingProjects(const ChangeGroup& group, const Summary& summary) {
    std::set<std::size_t> reverting;
    for (const projects::GroupMember& member : group.members) {
        const std::string& address = changeOf(group, member, summary.reviewed).address;
        const std::vector<report::ReportChange>& changes = summary.reviewed[member.project].review->document.changes;
        if (std::ranges::find(changes, address, &report::ReportChange::address) != changes.end())
            reverting.insert(member.project);
    }
    return reverting.size();
}

/// The effect of the plans on drift.
QString revertText(const ChangeGroup& group, const Summary& summary) {
    const bool isGone = group.kind == report::Kind::Destroy;
    const std::size_t reverting = revertingProjects(group, summary);
    if (reverting == 0)
        return Text::tr(
            "These plans do not revert the drift. The configuration does not set these attributes, or ignores their "
            "changes.");
    if (reverting < group.projects.size())
        return Text::tr("The plans of %n of these projects revert the drift.", nullptr, int(reverting));
    return isGone ? Text::tr("Applying these plans creates the objects again.")
                  : Text::tr("Applying these plans reverts the drift.");
}

void addRemedies(Text& text, const ChangeGroup& group, const Summary& summary, PlanLinks links) {
    const bool isGone = group.kind == report::Kind::Destroy;
    const bool onlyRefreshes = std::ranges::all_of(group.projects, [&](std::size_t project) {
        return summary.projects[summary.indexes[project]].result.mode == "refresh-only";
    });
    const auto link = [&](const char* mode) {
        return links == PlanLinks::Shown ? QStringLiteral("%1#%2").arg(QLatin1String(planLink), QLatin1String(mode))
                                         : QString();
    };
    text.heading(Text::tr("How to undo it"));
    text.item(Text::tr("Apply the configuration"),
              !onlyRefreshes ? revertText(group, summary)
              : isGone       ? Text::tr("Plan in normal mode. The plan creates the objects again.")
                             : Text::tr("Plan in normal mode. The plan restores the values in the configuration."),
              onlyRefreshes ? link("normal") : QString(), Text::tr("Plan in normal mode…"));
    text.item(Text::tr("Update the states"),
              Text::tr("Apply a refresh-only plan. The drift is gone, but the next plan restores the values in the "
                       "configuration."),
              onlyRefreshes ? QString() : link("refresh-only"), Text::tr("Plan in refresh-only mode…"));
    text.item(Text::tr("Change the configuration"), isGone ? Text::tr("Remove the objects from it.")
                                                           : Text::tr("Set the new values in it to keep the objects."));
}

} // namespace

QString headlineText(const Summary& summary) {
    QStringList parts{Text::tr("%1 with changes").arg(summary.changed())};
    const auto add = [&](std::size_t count, const QString& text) {
        if (count > 0)
            parts.append(text.arg(count));
    };
    using Status = ReportedProject::Status;
    add(summary.drifted(), Text::tr("%1 with drift"));
    add(std::size_t(std::ranges::count_if(summary.projects, &ReportedProject::isApplied)), Text::tr("%1 applied"));
    add(summary.count(Status::Failed), Text::tr("%1 failed"));
    add(summary.count(Status::Missing), Text::tr("%1 not planned"));
    add(std::size_t(std::ranges::count_if(summary.projects, &ReportedProject::isOfEarlierRun)),
        Text::tr("%1 of an earlier run"));
    const std::size_t count = summary.projects.size();
    return (count == 1 ? Text::tr("1 project") : Text::tr("%1 projects").arg(count)) % QStringLiteral(": ") %
           parts.join(QStringLiteral(", "));
}

QString totalsText(const Summary& summary) {
    std::array<std::size_t, report::kinds> totals{};
    for (const ReportedProject& project : summary.projects)
        if (project.status == ReportedProject::Status::Planned && !project.isApplied)
            for (const report::Kind kind : project.result.counts.appliedKinds())
                totals[std::size_t(kind)] += project.result.counts.changes[std::size_t(kind)];
    QStringList parts;
    for (std::size_t kind = 0; kind < totals.size(); ++kind)
        if (totals[kind] > 0)
            parts.append(theme::glyph(ActionKind(kind)) % u' ' % QLocale().toString(qulonglong(totals[kind])) % u' ' %
                         theme::word(ActionKind(kind)));
    return parts.join(QStringLiteral("   "));
}

QString actionText(const ChangeGroup& group) {
    if (group.list == projects::ChangeList::Changes)
        return theme::word(ActionKind(group.kind));
    return group.list == projects::ChangeList::Drift && group.kind == report::Kind::Destroy ? Text::tr("gone")
                                                                                            : Text::tr("changed");
}

QString joinedFirst(const QStringList& texts, qsizetype most, const QString& separator) {
    if (texts.size() <= most)
        return texts.join(separator);
    return texts.first(most).join(separator) % separator % Text::tr("%n more", nullptr, int(texts.size() - most));
}

QString groupHtml(const ChangeGroup& group, const Summary& summary, PlanLinks links) {
    Text text;
    QString title = group.projects.size() == 1 ? qstring(summary.reviewed[group.projects.front()].name)
                                               : Text::tr("%1 projects").arg(group.projects.size());
    title += QStringLiteral(": ") % qstring(group.subject) % u' ' % actionText(group);
    if (group.members.size() > group.projects.size())
        title += u' ' % Text::tr("(%1 objects)").arg(group.members.size());
    text.title(ActionKind(group.kind), title);
    if (!group.module.empty())
        text.dim(Text::tr("Module %1").arg(qstring(group.module)));
    for (std::size_t i = 0; group.objects.size() > mostNamed && i < std::min(group.objects.size(), mostObjects); ++i)
        text.dim(qstring(group.objects[i]));
    text.more(group.objects.size(), mostObjects);
    const std::vector<std::string> exceptions = exceptionTexts(group, summary.reviewed);
    for (std::size_t i = 0; i < std::min(exceptions.size(), mostExceptions); ++i)
        text.warning(qstring(exceptions[i]));
    text.more(exceptions.size(), mostExceptions);
    if (!group.otherChanges.empty())
        text.dim(qstring(group.otherChanges));
    for (const std::string& variation : group.variations)
        text.warning(
            Text::tr("Differs from %n other project(s): %1", nullptr, int(group.others)).arg(qstring(variation)));
    if (group.list == projects::ChangeList::Drift)
        text.since(summary.driftOf(group));
    text.lines(group.lines);
    if (group.list == projects::ChangeList::Drift)
        addRemedies(text, group, summary, links);
    if (!group.computed.empty()) {
        QStringList names;
        for (const std::string& path : group.computed)
            names.append(qstring(path));
        text.dim(Text::tr("Computed by the provider: %1").arg(names.join(QStringLiteral(", "))));
    }
    text.heading(Text::tr("Projects (%1)").arg(group.projects.size()));
    for (std::size_t i = 0; i < std::min(group.projects.size(), mostProjects); ++i) {
        text.line(projectLink(summary, group.projects[i]));
        for (const projects::GroupMember& member : group.members) {
            if (member.project != group.projects[i])
                continue;
            const report::ReportChange& change = changeOf(group, member, summary.reviewed);
            if (group.haveOwnObjects)
                text.dim(qstring(change.address));
            if (const std::string values = ownValuesText(group, change); !values.empty())
                text.dim(qstring(report::shortened(values, longestValues)));
        }
    }
    text.more(group.projects.size(), mostProjects);
    return text.html();
}

QString projectHtml(const ReportedProject& project) {
    Text text;
    ActionKind worst = ActionKind::NoOp;
    for (std::size_t kind = project.result.counts.changes.size(); kind-- > 0;)
        if (project.result.counts.changes[kind] > 0)
            worst = ActionKind(kind);
    text.title(worst, qstring(project.name));
    if (project.status == ReportedProject::Status::Planned)
        text.line((project.result.hasChanges() ? qstring(countsText(project.result)) : Text::tr("No changes."))
                      .toHtmlEscaped());
    if (!project.result.error.empty())
        text.error(qstring(project.result.error));
    if (!project.result.commit.id.empty())
        text.dim(Text::tr("Commit %1").arg(qstring(project.result.commit.id).left(12)));
    if (!project.review) {
        text.history(project.history);
        return text.html();
    }
    const report::Document& document = project.review->document;
    if (!document.findings.empty())
        text.heading(Text::tr("Findings (%1)").arg(document.findings.size()));
    for (const report::ReportFinding& finding : document.findings)
        text.warning(finding.address.empty()
                         ? qstring(finding.title)
                         : QString(qstring(finding.title) % QStringLiteral(" – ") % qstring(finding.address)));
    if (!document.changes.empty())
        text.heading(Text::tr("Changes (%1)").arg(document.changes.size()));
    text.changes(document.changes);
    if (!document.drift.empty())
        text.heading(Text::tr("Drift (%1)").arg(document.drift.size()));
    text.changes(document.drift, &project);
    text.history(project.history);
    return text.html();
}

} // namespace planlens::widgets
