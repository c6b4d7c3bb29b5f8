// SPDX-License-Identifier: MPL-2.0
#include "ui/window/first_selection.h"

#include "ui/session/session_result.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>
#include <QStatusBar>

namespace planlens::widgets {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(FirstSelection)
};

} // namespace

void selectInFirstPlan(MainWindow& window, const QString& address) {
    auto* once = new QObject(&window);
    // In a later event, so that all receivers have handled the result.
    QObject::connect(
        &window, &MainWindow::settled, once,
        [&window, once, address] {
            if (!window.result() || !window.result()->plan) // for example, because the folder is not trusted yet
                return;
            if (!window.select(address))
                window.statusBar()->showMessage(Words::tr("The plan has no change of %1.").arg(address));
            once->deleteLater();
        },
        Qt::QueuedConnection);
}

} // namespace planlens::widgets
