// SPDX-License-Identifier: MPL-2.0
// Asks for values of variables and for variable files.
#include "ui/window/main_window.h"

#include "ui/dialogs/variables_dialog.h"
#include "ui/session/session_result.h"

#include <QDir>
#include <QFileDialog>
#include <QTimer>

namespace planlens::widgets {

using session::Reading;

void MainWindow::showMissingVariables() {
    const bool isRefused = !m_result->askedVariables.missing.first().error.isEmpty();
    QStringList names;
    for (const session::AskedVariable& variable : m_result->askedVariables.missing)
        names.append(variable.name);
    const auto ask = [this] { askForVariables(m_result->askedVariables.missing); };
    if (m_result->plan) {
        const QString time = planTime();
        showBanner(isRefused ? tr("This is the plan of %1. The values entered since are not valid.").arg(time)
                             : tr("This is the plan of %1. The configuration now needs a value for: %2")
                                   .arg(time, names.join(QStringLiteral(", "))),
                   true, {});
        offerInBanner(tr("Enter values…"), ask);
    } else {
        showMessage(isRefused ? tr("Invalid values") : tr("%n variable(s) need a value", nullptr, int(names.size())),
                    isRefused ? tr("The entered values are not valid for this configuration.")
                              : tr("The configuration needs a value for: %1\nEnter values, or choose a variable file "
                                   "under “Variables”.")
                                    .arg(names.join(QStringLiteral(", "))),
                    tr("Enter values…"), ask);
    }
    if (isVisible())
        QTimer::singleShot(0, this, [this, shown = m_result] {
            if (shown == m_result)
                askForVariables(shown->askedVariables.missing);
        });
}

void MainWindow::askForVariables(const QVector<session::AskedVariable>& variables) {
    if (variables.isEmpty())
        return;
    auto* dialog = new VariablesDialog(variables, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_request.variables.insert(dialog->values());
        startPlanning(Reading::Anew);
    });
    dialog->open();
}

void MainWindow::chooseVariableFiles() {
    addVariableFiles(QFileDialog::getOpenFileNames(this, tr("Choose variable files"), m_request.folder,
                                                   tr("Variables (*.tfvars *.tfvars.json);;All files (*)")));
}

void MainWindow::addVariableFiles(const QStringList& files) {
    const QDir folder(m_request.folder);
    for (const QString& file : files) {
        // Files in the folder are relative, as on a command line.
        const QString relative = folder.relativeFilePath(file);
        const QString& name = relative.startsWith(QStringLiteral("..")) ? file : relative;
        m_request.variableFiles.removeAll(name); // the last occurrence takes precedence
        m_request.variableFiles.append(name);
    }
    if (!files.isEmpty())
        startPlanning(Reading::Anew);
}

} // namespace planlens::widgets
