// SPDX-License-Identifier: MPL-2.0
// Trust in a folder, and quick fixes of diagnostics.
#include "ui/window/main_window.h"

#include "core/backends/tool_program.h"
#include "core/configs/config.h"
#include "core/system/environment.h"
#include "ui/bars/message_banner.h"
#include "ui/basics/background.h"
#include "ui/basics/text.h"
#include "ui/basics/trusted_folders.h"
#include "ui/dialogs/program_dialog.h"
#include "ui/dialogs/trusted_folders_dialog.h"
#include "ui/pages/drawer/diagnostics_page.h"
#include "ui/session/force_unlock.h"
#include "ui/session/session_result.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <filesystem>

namespace planlens::widgets {

namespace {
constexpr std::chrono::seconds longestWaitForLock = std::chrono::hours(1); // planning can be cancelled earlier
}

void MainWindow::askForTrust() {
    const QVector<session::Program>& programs = m_result->programs.untrusted;
    const bool areProvisioners = std::ranges::all_of(
        programs, [](const session::Program& program) { return program.kind == session::Program::Kind::Provisioner; });
    askForTrust(
        programs,
        areProvisioners
            ? tr("Planning starts no programs; applying runs the provisioners listed here. Nothing has been "
                 "started.\nTrust is kept until the lock file or this list changes. Revoke it under File ▸ Trusted "
                 "folders.")
            : tr("Planning starts the providers and tools listed here; applying also runs the provisioners. Nothing "
                 "has been started.\nOnly providers that match the lock file are started (development overrides "
                 "excepted).\nTrust is kept until the lock file or this list changes. Revoke it under File ▸ Trusted "
                 "folders."),
        tr("Trust this folder and plan"), [this] {
            m_request.trust = session::Trust::Given;
            startPlanning(session::Reading::Anew);
        });
}

void MainWindow::askToTrustPlan() {
    const auto open = [this] { openPlan(m_request.planFile, session::Trust::Given, m_request.added); };
    const QVector<session::Program> programs = m_result->finished->untrusted;
    if (programs.isEmpty())
        return open();
    askForTrust(
        programs,
        tr("Applying this plan starts the providers, tools and provisioners listed here. Nothing has been "
           "started.\nOnly providers that match the lock file are started (development overrides excepted).\nTrust is "
           "kept until the lock file or this list changes. Revoke it under File ▸ Trusted folders."),
        tr("Trust this folder"), open);
}

void MainWindow::askForTrust(const QVector<session::Program>& programs, const QString& text, const QString& label,
                             const std::function<void()>& then) {
    const QByteArray digest = trustDigest(m_request.folder, programs);
    if (isTrusted(m_request.folder, digest)) {
        showMessage(isFinishedPlan() ? tr("Opening…") : tr("Planning…"), tr("This folder is trusted."), {}, {});
        return QTimer::singleShot(0, this, then);
    }
    showMessage(
        tr("This folder is not trusted yet"), text, label,
        [this, digest, then] {
            trustFolder(m_request.folder, digest);
            then();
        },
        programs);
}

void MainWindow::showTrustedFolders() {
    auto* dialog = new TrustedFoldersDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::fix(QuickFix fix, const session::DiagnosticText& diagnostic) {
    switch (fix) {
    case QuickFix::Initialize:
        return initialize();
    case QuickFix::Estimate:
        return estimate();
    case QuickFix::Retry:
        return startPlanning(session::Reading::Anew);
    case QuickFix::WaitForLock:
        return startPlanning(session::Reading::Anew, longestWaitForLock);
    case QuickFix::ForceUnlock:
        return askToUnlock(diagnostic);
    case QuickFix::Exclude:
        if (isFinishedPlan()) // a saved plan that was applied; the rest is planned in its folder
            openFolder(m_request.folder, m_request.trust, m_request.added);
        m_request.target.clear(); // the newer one of both replaces the other
        if (!m_request.exclude.contains(diagnostic.address))
            m_request.exclude.append(diagnostic.address);
        return startPlanning(session::Reading::AsBefore);
    }
}

void MainWindow::askToUnlock(const session::DiagnosticText& locked) {
    auto* question = new QMessageBox(
        QMessageBox::Warning, tr("Remove the lock?"),
        tr("Another operation may still be running. If both write the state, objects that one of them created are no "
           "longer managed. Remove the lock only if that operation has ended."),
        QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("unlock-question"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText); // the lock information was written by another program
    question->setInformativeText(locked.detail);
    QPushButton* remove = question->addButton(tr("Remove the lock"), QMessageBox::DestructiveRole);
    remove->setObjectName(QStringLiteral("unlock"));
    question->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this, id = locked.codeSubject] { unlock(id); });
    question->open();
}

void MainWindow::unlock(const QString& id) {
    using Texts = QVector<session::DiagnosticText>;
    showBanner(tr("Removing the lock…"), false, {});
    session::inBackground([request = m_request, id] { return session::forceUnlock(request, id); }, this,
                          [this, folder = m_request.folder](const Texts& problems) {
                              if (folder != m_request.folder)
                                  return;
                              if (problems.isEmpty())
                                  return startPlanning(session::Reading::Anew);
                              const session::DiagnosticText& first = problems.first();
                              showBanner(first.detail.isEmpty() ? first.summary
                                                                : first.summary + QStringLiteral(": ") + first.detail,
                                         true, {});
                          });
}

void MainWindow::estimate() {
    m_request.answers = session::Answers::Estimated;
    startPlanning(session::Reading::None);
}

void MainWindow::initialize() {
    const std::string_view registry =
        m_result && m_result->config ? m_result->config->registry : addrs::openTofuRegistry;
    const std::filesystem::path tool = backends::findTool({}, registry, system::ownEnvironment());
    if (tool.empty()) {
        // The failure and its next step stay.
        m_banner->addSentence(tr("%1 is not on the PATH: install it, or run “%1 init” in a terminal.")
                                  .arg(qstring(backends::toolName(registry))));
        return showBannerBesidePage();
    }
    const ProgramToRun init{qstring(tool.string()),
                            {QStringLiteral("init"), QStringLiteral("-input=false"), QStringLiteral("-no-color")},
                            m_request.folder,
                            tr("Initialize"),
                            tr("Initialize this folder?"),
                            tr("This downloads the modules and providers that the configuration requires, and connects "
                               "to its backend. It does not change the state or real objects."),
                            tr("Initialize"),
                            tr("Initializing…")};
    auto* dialog = new ProgramDialog(init, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { startPlanning(session::Reading::Anew); });
    dialog->open();
}

} // namespace planlens::widgets
