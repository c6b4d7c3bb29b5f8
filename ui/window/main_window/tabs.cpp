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
    using Status = TabMark::Status;
    TabMark mark;
    mark.path = path();
    mark.name = mark.path.isEmpty()                                  ? tr("Nothing open")
                : mark.path == session::standardInput                ? tr("standard input")
                : !isProjectsShown() && !m_request.project.isEmpty() ? m_request.project
                                                                     : QFileInfo(mark.path).fileName();
    const auto marked = [&](const QString& sign, const QString& words, Status status) {
        mark.sign = sign;
        mark.words = words;
        mark.status = status;
        return mark;
    };
    if (mark.path.isEmpty())
        return mark;
    if (isProjectsShown()) {
        const auto& summary = m_projectsPage->summary();
        const QString words = summary ? qstring(headline(*summary)) : tr("reading");
        const bool hasFailed = summary && std::ranges::any_of(summary->projects, models::hasFailed);
        return marked(hasFailed ? QStringLiteral("✗") : QString(), words, hasFailed ? Status::Error : Status::Plain);
    }
    if (m_session->isApplying())
        return marked(QStringLiteral("▶"), tr("applying"), Status::Busy);
    if (hasUnsavedState())
        return marked(QStringLiteral("✗"), tr("the state is not saved"), Status::Error);
    if (m_apply->reviewPage())
        return marked(QStringLiteral("?"), tr("awaiting approval"), Status::NeedsInput);
    if (m_session->isPlanning())
        return marked(QStringLiteral("…"), isFinishedPlan() ? tr("opening") : tr("planning"), Status::Busy);
    if (!m_result)
        return mark;
    if (!m_result->programs.untrusted.isEmpty())
        return marked(QStringLiteral("?"), tr("not trusted yet"), Status::NeedsInput);
    if (!m_result->askedVariables.missing.isEmpty())
        return marked(QStringLiteral("?"), tr("variables have no value"), Status::NeedsInput);
    if (m_result->hasErrors() || (!m_apply->outcome().isEmpty() && m_apply->hasFailed()))
        return marked(QStringLiteral("✗"), m_result->hasErrors() ? tr("errors") : m_apply->outcome(), Status::Error);
    if (!m_apply->outcome().isEmpty())
        return marked(QStringLiteral("✓"), tr("applied"), Status::Plain);
    const Approval* approval = m_apply->approval();
    if (!m_result->plan || !approval)
        return mark;
    const auto count = [](ActionKind kind, qsizetype number) -> QString {
        return theme::glyph(kind) % u' ' % QLocale().toString(number);
    };
    if (!approval->destroyed.isEmpty())
        return marked(
            count(approval->destroy > 0 ? ActionKind::Delete : ActionKind::Replace, approval->destroyed.size()),
            tr("%n of the changes destroy(s) something", nullptr, int(approval->destroyed.size())), Status::Plain);
    if (approval->changes > 0)
        return marked(count(approval->update > 0   ? ActionKind::Update
                            : approval->create > 0 ? ActionKind::Create
                                                   : ActionKind::Move,
                            approval->changes),
                      tr("%n change(s)", nullptr, approval->changes), Status::Plain);
    return marked(QStringLiteral("✓"), tr("nothing changes"), Status::Plain);
}

} // namespace planlens::widgets
