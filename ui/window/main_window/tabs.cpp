// SPDX-License-Identifier: MPL-2.0
// The tab label of a folder.
#include "ui/window/main_window.h"

#include "ui/basics/text.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/review/approval.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/window/apply_workflow.h"
#include "ui/window/tab_mark.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace planlens::widgets {

using theme::ActionKind;

QString MainWindow::path() const {
    return isProjectsShown() ? m_projectsPage->folder() : isFinishedPlan() ? m_request.planFile : m_request.folder;
}

TabMark MainWindow::mark() const {
    using Mood = TabMark::Mood;
    TabMark mark;
    mark.path = path();
    mark.name = mark.path.isEmpty()                                  ? tr("Nothing open")
                : mark.path == session::standardInput                ? tr("standard input")
                : !isProjectsShown() && !m_request.project.isEmpty() ? m_request.project
                                                                     : QFileInfo(mark.path).fileName();
    const auto say = [&](const QString& sign, const QString& words, Mood mood) {
        mark.sign = sign;
        mark.words = words;
        mark.mood = mood;
        return mark;
    };
    if (mark.path.isEmpty())
        return mark;
    if (isProjectsShown()) {
        const auto& summary = m_projectsPage->summary();
        const QString words = summary ? qstring(headline(*summary)) : tr("reading");
        const bool hasFailed = summary && std::ranges::any_of(summary->projects, models::hasFailed);
        return say(hasFailed ? QStringLiteral("✗") : QString(), words, hasFailed ? Mood::Error : Mood::Plain);
    }
    if (m_session->isApplying())
        return say(QStringLiteral("▶"), tr("applying"), Mood::Busy);
    if (hasUnsavedState())
        return say(QStringLiteral("✗"), tr("the state is not saved"), Mood::Error);
    if (m_apply->reviewPage())
        return say(QStringLiteral("?"), tr("awaiting approval"), Mood::Asks);
    if (m_session->isPlanning())
        return say(QStringLiteral("…"), isFinishedPlan() ? tr("opening") : tr("planning"), Mood::Busy);
    if (!m_result)
        return mark;
    if (!m_result->programs.untrusted.isEmpty())
        return say(QStringLiteral("?"), tr("not trusted yet"), Mood::Asks);
    if (!m_result->askedVariables.missing.isEmpty())
        return say(QStringLiteral("?"), tr("variables have no value"), Mood::Asks);
    if (m_result->hasErrors() || (!m_apply->outcome().isEmpty() && m_apply->hasFailed()))
        return say(QStringLiteral("✗"), m_result->hasErrors() ? tr("errors") : m_apply->outcome(), Mood::Error);
    if (!m_apply->outcome().isEmpty())
        return say(QStringLiteral("✓"), tr("applied"), Mood::Plain);
    const Approval* approval = m_apply->approval();
    if (!m_result->plan || !approval)
        return mark;
    const auto count = [](ActionKind kind, qsizetype number) -> QString {
        return theme::glyph(kind) % u' ' % QLocale().toString(number);
    };
    if (!approval->destroyed.isEmpty())
        return say(count(approval->destroy > 0 ? ActionKind::Delete : ActionKind::Replace, approval->destroyed.size()),
                   tr("%n of the changes destroy(s) something", nullptr, int(approval->destroyed.size())), Mood::Plain);
    if (approval->changes > 0)
        return say(count(approval->update > 0   ? ActionKind::Update
                         : approval->create > 0 ? ActionKind::Create
                                                : ActionKind::Move,
                         approval->changes),
                   tr("%n change(s)", nullptr, approval->changes), Mood::Plain);
    return say(QStringLiteral("✓"), tr("nothing changes"), Mood::Plain);
}

} // namespace planlens::widgets
