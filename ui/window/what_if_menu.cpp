// SPDX-License-Identifier: MPL-2.0
// The plans that the shown plan can be compared with.
#include "core/plans/plan.h"
#include "ui/basics/background.h"
#include "ui/language/words.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/session/finished_plan.h"
#include "ui/session/reading/plan_to_compare.h"
#include "ui/session/session_result.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <utility>

namespace planlens::widgets {

namespace {

/// Returns a description of a recorded plan: its changes, its options, and its workspace if that is different.
QString summaryOf(const history::Run& run, const QString& workspace) {
    QStringList parts{run.counts.isEmpty() ? WhatIf::tr("no changes") : language::recordedCounts(run.counts)};
    if (!run.options.isEmpty())
        parts.append(run.options);
    if (run.workspace != workspace)
        parts.append(WhatIf::tr("workspace %1").arg(run.workspace));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

void WhatIf::choose(Chosen chosen) {
    ++m_reading;
    if (m_chosen.plan)
        Q_EMIT discarded(std::move(m_chosen.plan));
    m_chosen = std::move(chosen);
    compare();
}

void WhatIf::compareWith(std::shared_ptr<const plans::Plan> plan, const QString& name, const QString& note) {
    choose({std::move(plan), 0, name, note, {}});
}

void WhatIf::compareWithRun(const history::Run& run) {
    choose({nullptr, run.id, tr("the plan of %1").arg(language::momentText(run.at)), {}, {}});
}

void WhatIf::compareWithFile(const QString& path) {
    const quint64 generation = ++m_reading;
    session::inBackground(
        [path, plan = m_result ? m_result->plan : nullptr, folder = m_request.folder] {
            return session::readPlanToCompare(path, plan ? plan->schemas : plans::Schemas(), folder);
        },
        this,
        [this, path, generation](const session::PlanToCompare& read) {
            if (generation != m_reading)
                return;
            if (read.plan) {
                const QFileInfo file(path);
                return choose(
                    {read.plan, 0, tr("the plan in %1").arg(file.fileName()), read.note,
                     QStringLiteral("%1  %2").arg(file.fileName(), language::momentText(file.lastModified()))});
            }
            m_page->setNote(read.problem);
            Q_EMIT messageShown(read.problem);
        });
}

void WhatIf::chooseFile() {
    auto* dialog = new QFileDialog(m_page->window(), tr("Compare with the plan in a file"), m_request.folder,
                                   tr("Plans (*.json *.tfplan *.plan *.out);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &WhatIf::compareWithFile);
    dialog->open();
}

void WhatIf::fillCompareMenu() {
    m_compareMenu->clear();
    const auto add = [this](const QString& text, bool isChosen, auto chosen) {
        QAction* action = m_compareMenu->addAction(QString(text).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(isChosen);
        connect(action, &QAction::triggered, this, std::move(chosen));
        return action;
    };
    const QString& file = m_request.planFile;
    const QString name = file.isEmpty()                   ? QDir(m_request.folder).dirName()
                         : file == session::standardInput ? tr("standard input")
                                                          : QFileInfo(file).fileName();
    const auto entry = [&](const QString& time, const QString& summary) {
        return QStringLiteral("%1  %2  %3")
            .arg(name, time, m_compareMenu->fontMetrics().elidedText(summary, Qt::ElideRight, 480));
    };
    const bool isChosen = m_chosen.plan || m_chosen.run != 0;
    add(tr("Previous plan"), !isChosen, [this] { compareWith(nullptr, {}); })->setEnabled(m_before || isChosen);
    if (!m_chosen.entry.isEmpty())
        add(m_chosen.entry, true, [] {});
    m_compareMenu->addSeparator();
    std::size_t count = 0;
    for (const session::RecentPlan& recent : m_recentPlans.plans())
        if (m_result && recent.plan != m_result->plan) {
            // The captured plan may be gone when the menu entry is triggered, because menus do not own plans.
            add(entry(recent.time(), recent.summary), m_chosen.plan == recent.plan,
                [this, plan = std::weak_ptr(recent.plan), name = tr("the plan of %1").arg(recent.time())] {
                    compareWith(plan.lock(), name);
                });
            ++count;
        }
    for (const history::Run& run : earlierPlans()) {
        if (++count > session::RecentPlans::mostPlans)
            break;
        add(entry(language::momentText(run.at), summaryOf(run, m_result ? m_result->workspace : QString())),
            m_chosen.run == run.id, [this, run] { compareWithRun(run); });
    }
    m_compareMenu->addSeparator();
    m_compareMenu->addAction(tr("A plan file…"), this, &WhatIf::chooseFile);
}

} // namespace planlens::widgets
