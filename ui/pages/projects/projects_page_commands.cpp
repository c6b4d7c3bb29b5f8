// SPDX-License-Identifier: MPL-2.0
// The commands that the page runs: planning projects again, and applying reviewed plans.
#include "core/projects/results/approvals.h"
#include "core/system/environment.h"
#include "ui/basics/output_file.h"
#include "ui/basics/text.h"
#include "ui/dialogs/program_dialog.h"
#include "ui/pages/projects/plan_requests.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/projects_page.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>

#include <algorithm>

namespace planlens::widgets {

using projects::ReportedProject;

void ProjectsPage::planAgain(const std::vector<int>& rows, const QString& mode) {
    if (!m_repository || rows.empty())
        return;
    QStringList arguments{QStringLiteral("plan"), QStringLiteral("-fresh"), QStringLiteral("-out=") + m_source.results};
    const auto last = std::ranges::find_if(
        rows, [this](int row) { return m_model->project(row)->status != ReportedProject::Status::Missing; });
    if (last != rows.end()) {
        const projects::Result& result = m_model->project(*last)->result;
        arguments.append(QStringLiteral("-mode=") + (mode.isEmpty() ? qstring(result.mode) : mode));
        for (const std::string& option : result.options)
            arguments.append(qstring(option));
        if (m_store && result.files.contains(std::string(projects::planFile)))
            arguments.append(QStringLiteral("-with-plans"));
    }
    const bool isWholeRepository = m_source.isRepository && int(rows.size()) == m_model->rowCount();
    for (const int row : isWholeRepository ? std::vector<int>() : rows)
        arguments.append(QStringLiteral("-project=") + qstring(m_model->project(row)->name));
    arguments.append(qstring(m_repository->string()));
    ProgramDialog* dialog =
        ask(arguments, tr("Plan"), tr("Plan %n project(s)?", nullptr, int(rows.size())),
            tr("This starts the providers of the projects and contacts the servers of their states. It changes neither "
               "states nor real objects. The new results replace earlier ones."),
            tr("Planning…"));
    if (dialog)
        m_planning->start(*dialog);
}

ProgramDialog* ProjectsPage::ask(const QStringList& arguments, const QString& title, const QString& question,
                                 const QString& explanation, const QString& running) {
    const std::filesystem::path beside =
        std::filesystem::path(QCoreApplication::applicationDirPath().toStdString()) / "planlens-cli";
    std::error_code error;
    const auto onPath = system::findProgram("planlens-cli");
    const std::filesystem::path program = std::filesystem::exists(beside, error) ? beside
                                          : onPath                               ? *onPath
                                                                                 : std::filesystem::path();
    if (program.empty()) {
        m_problems->setText(tr("planlens-cli is not installed, or not on the PATH."));
        m_problems->show();
        return nullptr;
    }
    auto* dialog = new ProgramDialog({qstring(program.string()), QStringList{QStringLiteral("projects")} + arguments,
                                      qstring(m_repository->string()), title, question, explanation, title, running},
                                     this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ProgramDialog::ended, this, &ProjectsPage::readAgain);
    return dialog;
}

/// Plans that destroy objects are approved by typing a word.
void ProjectsPage::askToApprove() {
    constexpr int mostLines = 12;
    int destroyed = 0;
    QStringList lines;
    for (const ReportedProject* project : m_model->reviewed()) {
        const auto count = [&](report::Kind kind) { return int(project->result.counts.changes[std::size_t(kind)]); };
        const int gone = count(report::Kind::Destroy), replaced = count(report::Kind::Replace);
        destroyed += gone + replaced;
        if (gone + replaced > 0)
            lines.append(tr("%1: %2 destroyed, %3 replaced").arg(qstring(project->name)).arg(gone).arg(replaced));
    }
    if (destroyed == 0)
        return saveApprovals();
    if (lines.size() > mostLines) {
        const int more = int(lines.size()) - mostLines;
        lines.resize(mostLines);
        lines.append(tr("and %n more project(s)", nullptr, more));
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("approve-word"));
    dialog->setWindowTitle(tr("Approve plans"));
    dialog->setLabelText(tr("%n object(s) will be destroyed or replaced:", nullptr, destroyed) % u'\n' %
                         lines.join(u'\n') % QStringLiteral("\n\n") % tr("Type \"destroy\" to approve these plans."));
    const auto isWord = [](const QString& text) { return text.trimmed() == QStringLiteral("destroy"); };
    connect(dialog, &QInputDialog::textValueSelected, this, [this, isWord](const QString& text) {
        if (isWord(text))
            saveApprovals();
    });
    dialog->open(); // builds the buttons
    if (auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)) {
        ok->setEnabled(false);
        connect(dialog, &QInputDialog::textValueChanged, ok,
                [ok, isWord](const QString& text) { ok->setEnabled(isWord(text)); });
    }
}

void ProjectsPage::saveApprovals() {
    auto* dialog = new QFileDialog(this, tr("Save approvals"), m_source.isStore() ? QString() : m_source.folder,
                                   tr("Approvals (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("approvals-file"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(QStringLiteral("approvals.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const QString why = writeApprovals(file); !why.isEmpty())
            QMessageBox::warning(this, tr("The approvals were not saved"), why);
        else
            askToApply(file);
    });
    dialog->open();
}

void ProjectsPage::askToApply(const QString& approvals) {
    if (!m_repository) {
        m_problems->setText(tr("The approvals are saved in %1. These results do not record their repository. To apply "
                               "the plans, run planlens-cli projects apply in it.")
                                .arg(approvals));
        return m_problems->show();
    }
    ProgramDialog* dialog = ask(
        {QStringLiteral("apply"), QStringLiteral("-root=") + qstring(m_repository->string()),
         QStringLiteral("-approvals=") + approvals, m_source.results},
        tr("Apply"), tr("Apply %n plan(s) now?", nullptr, int(m_model->reviewed().size())),
        tr("The approvals are saved. Exactly the reviewed plans are applied, projects that others depend on first. The "
           "first failure stops the rest. You can also run this command later."),
        tr("Applying…"));
    if (dialog)
        dialog->open();
}

QString ProjectsPage::writeApprovals(const QString& file) const {
    std::vector<projects::Approval> approvals;
    for (const ReportedProject* project : m_model->reviewed())
        approvals.push_back({project->name, project->result.planHash});
    if (const QString why = writeOutputFile(file, projects::approvalsJson(approvals)); !why.isEmpty())
        return tr("%1 cannot be written: %2.").arg(file, why);
    return {};
}

} // namespace planlens::widgets
