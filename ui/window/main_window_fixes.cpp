// SPDX-License-Identifier: MPL-2.0
// Trust in a folder, and quick fixes of diagnostics.
#include "ui/window/main_window.h"

#include "core/backends/tool_program.h"
#include "core/configs/config.h"
#include "core/system/environment.h"
#include "ui/basics/text.h"
#include "ui/basics/trusted_folders.h"
#include "ui/dialogs/init_dialog.h"
#include "ui/dialogs/trusted_folders_dialog.h"
#include "ui/session/session_result.h"

#include <QTimer>

#include <filesystem>

namespace planlens::widgets {

void MainWindow::askForTrust() {
    const QByteArray digest = trustDigest(m_request.folder, m_result->untrusted);
    const auto planTrusted = [this] {
        m_request.trust = session::Trust::Given;
        plan(session::Reading::Anew);
    };
    if (isTrusted(m_request.folder, digest)) {
        showMessage(tr("Planning…"), tr("This folder is trusted."), {}, {});
        return QTimer::singleShot(0, this, planTrusted);
    }
    showMessage(
        tr("This folder is not trusted yet"),
        tr("Planning it starts the providers and tools listed here, applying also the provisioners. Nothing was "
           "started.\nProviders are started only if their packages have a hash of the lock file, but for those "
           "under development.\nTrust is kept until the lock file or this list changes; withdraw it with File ▸ "
           "Trusted folders."),
        tr("Trust this folder and plan"),
        [this, digest, planTrusted] {
            trustFolder(m_request.folder, digest);
            planTrusted();
        },
        m_result->untrusted);
}

void MainWindow::showTrustedFolders() {
    auto* dialog = new TrustedFoldersDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::estimate() {
    m_request.answers = session::Answers::Estimated;
    plan(session::Reading::None);
}

void MainWindow::initialize() {
    const std::string_view registry =
        m_result && m_result->config ? m_result->config->registry : addrs::openTofuRegistry;
    const std::filesystem::path tool = backends::findTool({}, registry, system::ownEnvironment());
    if (tool.empty())
        return showBanner(tr("%1 is not installed, or not on the PATH.").arg(qstring(backends::toolName(registry))),
                          true, {});
    auto* dialog = new InitDialog(qstring(tool.string()), m_request.folder, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] { plan(session::Reading::Anew); });
    dialog->open();
}

} // namespace planlens::widgets
