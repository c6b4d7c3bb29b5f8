// SPDX-License-Identifier: MPL-2.0
/// Opens a trusted folder in a window without a screen, approves the plan and applies it, like a person would. Prints
/// the texts of the window, then exits with 0 if the plan was applied, otherwise with 1. A state that exists only in
/// the window is saved as kept-by-window.tfstate. Arguments: [--plan] [--early] [--stop] FOLDER. With --plan, nothing
/// is applied; with --early, calls can fail before the window is created; with --stop, the apply is stopped once the
/// test provider is called for a change.
#include "core/system/process_setup.h"
#include "core/system/threads/thread.h"
#include "core/system/unexpected_error.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/application.h"
#include "ui/window/main_window.h"

#include <QAbstractItemView>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <string_view>

using namespace planlens;
using widgets::MainWindow;

namespace {

/// Calls a function of the library or allocator that makes calls fail, if it is part of this process.
void callIfLoaded(const char* name) {
    if (auto* const function = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, name)))
        function();
}

QStringList textsOf(const MainWindow& window) {
    QStringList texts;
    if (window.result())
        for (const session::DiagnosticText& text : window.result()->diagnostics)
            texts += (text.isError ? QStringLiteral("Error: ") : QStringLiteral("Warning: ")) + text.summary + u'\n' +
                     text.address + u'\n' + text.detail;
    for (const auto* label : window.findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty())
            texts += label->text();
    for (const auto* browser : window.findChildren<QTextBrowser*>())
        if (browser->isVisible() && !browser->toPlainText().isEmpty())
            texts += browser->toPlainText();
    for (const auto* view : window.findChildren<QAbstractItemView*>())
        for (int row = 0; view->isVisible() && view->model() && row < view->model()->rowCount(); ++row)
            for (int column = 0; column < view->model()->columnCount(); ++column)
                texts += view->model()->index(row, column).data().toString();
    return texts;
}

/// Exits like `planlens`, whose exit status does not depend on static destructors.
[[noreturn]] void end(MainWindow& window, bool isDone) {
    callIfLoaded("planlensEndFaults");
    callIfLoaded("planlensEndAllocationFaults");
    if (auto* unsaved = window.findChild<widgets::UnsavedState*>(); unsaved && unsaved->isUnsaved())
        std::puts(qPrintable(QStringLiteral("unsaved state ") +
                             unsaved->saveTo(window.folder() + QStringLiteral("/kept-by-window.tfstate"))));
    std::puts(textsOf(window).join(u'\n').toUtf8().constData());
    std::puts(isDone ? "Done" : "Error: not done");
    std::fflush(stdout);
    std::_Exit(isDone ? 0 : 1);
}

/// Handles the plan, or the end of the apply.
void proceed(MainWindow& window, bool isApplied) {
    if (auto* banner = window.findChild<QLabel*>(QStringLiteral("banner-text"));
        isApplied && banner && !banner->text().isEmpty())
        end(window, banner->text().startsWith(QStringLiteral("Applied: ")));
    if (!window.result() || !window.result()->plan || window.result()->hasErrors())
        end(window, false);
    if (!isApplied)
        end(window, true);
    window.approve();
    if (!window.reviewPage())
        end(window, false);
    if (auto* word = window.reviewPage()->findChild<QLineEdit*>(QStringLiteral("word")))
        word->setText(window.reviewPage()->word());
    auto* const apply = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"));
    apply->click();
    // The files are compared first. Then the apply starts, and settled() tells when it has ended, or a reason prevents
    // the approval.
    auto* const soon = new QTimer(&window);
    constexpr int interval = 20, mostIdle = 100; // milliseconds, times
    QObject::connect(soon, &QTimer::timeout, &window,
                     [&window, soon, apply = QPointer<QPushButton>(apply), idle = 0]() mutable {
                         if (window.isBusy())
                             soon->stop();
                         else if ((!apply || !apply->isEnabled()) && ++idle == mostIdle)
                             end(window, false);
                     });
    soon->start(interval);
}

/// Clicks Stop once the test provider is called for a change.
void stopAtTheFirstChange(MainWindow& window) {
    auto* const timer = new QTimer(&window);
    QObject::connect(timer, &QTimer::timeout, &window, [&window, timer] {
        QFile calls(qEnvironmentVariable("PLANLENS_TEST_LOG"));
        auto* const stop = window.findChild<QPushButton*>(QStringLiteral("apply-stop"));
        if (!stop || !calls.open(QIODevice::ReadOnly) || !calls.readAll().contains("\"ApplyResourceChange\""))
            return;
        timer->stop();
        stop->click();
    });
    timer->start(20);
}

int run(int argc, char** argv) {
    const auto has = [&](std::string_view option) { return std::find(argv, argv + argc, option) != argv + argc; };
    const bool isApplied = !has("--plan");
    if (!widgets::Application::keepThreadsForQt()) {
        std::puts("Error: Too many threads");
        return 1;
    }
    std::string platform = "-platform", offscreen = "offscreen";
    std::array<char*, 4> arguments{argv[0], platform.data(), offscreen.data(), nullptr};
    int count = 3;
    widgets::Application application(count, arguments.data());
    application.setOrganizationName(QStringLiteral("planlens-test"));
    application.setApplicationName(QStringLiteral("window-apply"));
    theme::apply(application, theme::Scheme::Light);
    if (has("--early"))
        callIfLoaded("planlensBeginFaults");
    MainWindow window;
    QObject::connect(&application, &widgets::Application::unexpectedError, &window, [&](const QString& exception) {
        std::puts(qPrintable(QStringLiteral("Error: unexpected: ") + exception));
        std::fflush(stdout);
        if (!window.isBusy())
            end(window, false);
    });
    system::setThreadExceptionHandler([](const system::UncaughtException& exception) {
        static_cast<widgets::Application*>(qApp)->report(QString::fromStdString(exception.what));
    });
    // All receivers of the signal handle it first.
    QObject::connect(&window, &MainWindow::settled, &window,
                     [&window, isApplied] { QTimer::singleShot(0, &window, [&] { proceed(window, isApplied); }); });
    window.show();
    if (!has("--early"))
        callIfLoaded("planlensBeginFaults");
    callIfLoaded("planlensBeginAllocationFaults");
    if (has("--stop"))
        stopAtTheFirstChange(window);
    window.openFolder(QString::fromLocal8Bit(argv[argc - 1]), session::Trust::Given);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2)
        return 2;
    system::prepareProcess();
    try {
        return run(argc, argv);
    } catch (...) {
        system::exitWithUnexpectedError(system::currentException());
    }
}
