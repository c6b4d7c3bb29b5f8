// SPDX-License-Identifier: MPL-2.0
#include "ui/window/snapshot.h"

#include "core/plans/changes.h"
#include "ui/basics/output_file.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/pages/state_page.h"
#include "ui/session/session_result.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPixmap>
#include <QTextStream>
#include <QTimer>

#include <utility>

namespace planlens::widgets {

Snapshot::Snapshot(MainWindow& window, Options options, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_options(std::move(options)) {
    // One event loop iteration later, so that all receivers have handled the result.
    connect(
        &window, &MainWindow::settled, this, [this] { QTimer::singleShot(0, this, &Snapshot::prepare); },
        Qt::SingleShotConnection);
}

void Snapshot::fail(const QString& reason) {
    QTextStream out(stderr);
    if (const auto& result = m_window.result()) {
        for (const session::DiagnosticText& text : result->diagnostics) {
            out << (text.isError ? tr("Error: ") : tr("Warning: ")) << text.summary << '\n';
            if (!text.location.isEmpty())
                out << "  " << text.location << '\n';
            if (!text.detail.isEmpty())
                out << text.detail << '\n';
        }
        for (const session::Program& program : result->programs.untrusted)
            out << tr("Not trusted: %1 %2 %3").arg(program.name, program.version, program.path).simplified() << '\n';
        for (const session::AskedVariable& variable : result->askedVariables.missing)
            out << tr("No value for variable %1").arg(variable.name) << '\n';
    }
    out << reason << '\n';
    out.flush();
    QCoreApplication::exit(1);
}

void Snapshot::prepareState() {
    const auto& state = m_window.statePage().snapshot();
    if (!state) {
        connect(&m_window, &MainWindow::stateShown, this, &Snapshot::prepareState, Qt::SingleShotConnection);
        if (!m_window.isStateShown())
            m_window.showState();
        if (!m_window.isStateShown())
            fail(tr("No picture was written because planning failed."));
        return;
    }
    if (!m_options.select.isEmpty() && !m_window.select(m_options.select))
        return fail(tr("The state has no object of %1.").arg(m_options.select));
    QTimer::singleShot(200, this, &Snapshot::take);
}

void Snapshot::prepare() {
    const auto& result = m_window.result();
    if (m_window.isProjectsShown()) {
        if (const QString error = m_window.findChild<ProjectsPage*>()->error(); !error.isEmpty())
            return fail(error);
        if (!m_options.view.isEmpty() && !m_window.showView(m_options.view))
            return fail(tr("There is no view named %1.").arg(m_options.view));
        QTimer::singleShot(200, this, &Snapshot::take);
        return;
    }
    if (m_options.view == QStringLiteral("state") || m_window.isStateShown())
        return prepareState();
    if (!result || !result->plan || (result->hasErrors() && result->changes().resources().empty()))
        return fail(tr("No picture was written because planning failed."));
    // A what-if can exclude the selected change.
    if (!m_options.select.isEmpty() && !m_window.select(m_options.select) && !m_isAsked)
        return fail(tr("The plan has no change of %1.").arg(m_options.select));
    if (!m_options.ask.isEmpty() && !std::exchange(m_isAsked, true)) {
        auto* action = m_window.findChild<QAction*>(m_options.ask);
        if (!action || !action->isEnabled())
            return fail(tr("Unknown what-if %1.").arg(m_options.ask));
        connect(
            &m_window, &MainWindow::settled, this, [this] { QTimer::singleShot(0, this, &Snapshot::prepare); },
            Qt::SingleShotConnection);
        action->trigger();
        return;
    }
    if (!m_options.view.isEmpty() && !m_window.showView(m_options.view))
        return fail(tr("There is no view named %1.").arg(m_options.view));
    QTimer::singleShot(200, this, &Snapshot::take);
}

void Snapshot::take() {
    const auto* graph = m_window.findChild<graph::GraphView*>(); // drawn anew if a view gives it another size
    if (graph && graph->isVisible() && (graph->isDrawing() || graph->isMoving())) {
        QTimer::singleShot(20, this, &Snapshot::take);
        return;
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    const QString format = QFileInfo(m_options.file).suffix();
    if (!m_window.window()->grab().save(&buffer, format.toLatin1().constData()))
        return fail(tr("Cannot write %1, because its name is not that of a picture. Use a name that ends with .png.")
                        .arg(m_options.file));
    if (const QString why = writeOutputFile(m_options.file, bytes); !why.isEmpty())
        return fail(tr("Cannot write %1: %2").arg(m_options.file, why));
    QCoreApplication::exit(0);
}

} // namespace planlens::widgets
