// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/address.h"
#include "core/system/environment.h"
#include "core/system/process_setup.h"
#include "core/system/threads/thread.h"
#include "core/system/unexpected_error.h"
#include "core/version.h"
#include "ui/export/draw_report.h"
#include "ui/language/translations.h"
#include "ui/theme/desktop_scheme.h"
#include "ui/theme/theme.h"
#include "ui/window/application.h"
#include "ui/window/first_selection.h"
#include "ui/window/main_window.h"
#include "ui/window/snapshot.h"
#include "ui/window/tabbed_window.h"
#include "ui/window/window_set.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QPointer>
#include <QTextStream>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

using namespace planlens;

namespace {

/// The required platform. Determined before the application is created, because the platform depends on it.
enum class Screen { Window, Picture, Nothing };

Screen wantedOf(int argc, char** argv) {
    Screen wanted = Screen::Window;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "-h" || argument == "--help" || argument == "--help-all" || argument == "-v" ||
            argument == "--version" || argument.starts_with("--draw-report"))
            return Screen::Nothing;
        if (argument.starts_with("--snapshot"))
            wanted = Screen::Picture;
    }
    return wanted;
}

bool hasDisplay(int argc, char** argv) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    return std::any_of(argv, argv + argc, [](std::string_view argument) { return argument == "-platform"; });
}

std::optional<QSize> parseSize(const QString& text) {
    const QStringList parts = text.split(u'x');
    if (parts.size() != 2)
        return {};
    const QSize size(parts[0].toInt(), parts[1].toInt());
    return size.width() >= 320 && size.height() >= 240 && size.width() <= 16384 && size.height() <= 16384
               ? std::optional(size)
               : std::nullopt;
}

/// Forwards interrupts to the windows: the first closes them like a user, the second kills running work, the third
/// exits immediately. Returns the number of the first signal, or 0.
std::shared_ptr<const std::atomic<int>> obeyInterrupts(const sigset_t& interrupts, widgets::WindowSet& windows) {
    const auto first = std::make_shared<std::atomic<int>>(0);
    system::Thread waiting =
        system::startThread([interrupts, first, shown = QPointer(&windows)](const std::stop_token&) {
            for (int count = 1;; ++count) {
                int signal = 0;
                sigwait(&interrupts, &signal);
                if (count > 2)
                    _Exit(128 + signal);
                if (count == 1)
                    *first = signal;
                QMetaObject::invokeMethod(qApp, [shown, count] {
                    if (shown && count == 1)
                        shown->closeAll();
                    else if (shown)
                        shown->killAndClose();
                });
            }
        });
    if (waiting.joinable())
        waiting.detach();
    else
        pthread_sigmask(SIG_UNBLOCK, &interrupts, nullptr);
    return first;
}

sigset_t interruptSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals, signal);
    return signals;
}

int refuse(const QString& reason) {
    QTextStream(stderr) << reason << '\n';
    return 2;
}

struct CommandLine {
    QCommandLineParser parser;
    QCommandLineOption snapshot{
        QStringLiteral("snapshot"),
        QApplication::translate("main", "Write a picture of the window to a PNG file and exit."),
        QStringLiteral("file")};
    QCommandLineOption size{QStringLiteral("size"),
                            QApplication::translate("main", "Size of the window, for example 1280x800."),
                            QStringLiteral("WxH")};
    QCommandLineOption theme{
        QStringLiteral("theme"),
        QApplication::translate("main", "Theme: light, dark or contrast. Default: the theme of the desktop."),
        QStringLiteral("name")};
    QCommandLineOption select{QStringLiteral("select"),
                              QApplication::translate("main", "Select the change with this address."),
                              QStringLiteral("address")};
    QCommandLineOption view{
        QStringLiteral("view"),
        QApplication::translate("main", "Show this view: changes, graph, graph-modules, graph-instances, why, "
                                        "findings, drift, outputs, checks, diagnostics, "
                                        "log, providers, difference, order, apply, history, state or approve."),
        QStringLiteral("name")};
    QCommandLineOption trust{
        QStringLiteral("trust"),
        QApplication::translate("main", "Trust the folder: planning may start its providers and tools.")};
    QCommandLineOption ask{
        QStringLiteral("ask"),
        QApplication::translate("main", "Apply a what-if to the selection: replace, exclude or target-only."),
        QStringLiteral("name")};
    QCommandLineOption findings{
        QStringLiteral("findings"),
        QApplication::translate("main", "Add the findings of another tool: SARIF, or JSON of checkov, trivy or "
                                        "conftest. Repeat the option for several files."),
        QStringLiteral("file")};
    QCommandLineOption costs{
        QStringLiteral("cost"),
        QApplication::translate("main", "Show the monthly costs in this file, the JSON of \"infracost breakdown\" or "
                                        "\"infracost diff\"."),
        QStringLiteral("file")};
    QCommandLineOption draw{QStringLiteral("draw-report"), {}, QStringLiteral("format")};

    /// Reads the arguments. Exits for --help, --version and unknown options.
    explicit CommandLine(const QCoreApplication& application) {
        parser.setApplicationDescription(
            QApplication::translate("main", "Shows what applying an OpenTofu configuration would do, and why."));
        parser.addHelpOption();
        parser.addVersionOption();
        draw.setFlags(QCommandLineOption::HiddenFromHelp); // only planlens-cli uses it
        parser.addOptions({snapshot, size, theme, select, view, ask, trust, findings, costs, draw});
        parser.addPositionalArgument(
            QStringLiteral("folder"),
            QApplication::translate(
                "main", "Folder of the root module, or a plan: a saved plan, plan JSON, or - for plan "
                        "JSON from standard input, or the results of many projects in an object store (s3://, gs:// "
                        "or azblob://). Each additional one opens in its own tab."),
            QStringLiteral("[folder|plan|-…]"));
        parser.process(application);
    }

    bool isSnapshot() const { return parser.isSet(snapshot); }

    /// Returns the theme of the option; that of the desktop without it, and nullopt if it is unknown.
    std::optional<theme::Scheme> scheme() const {
        if (!parser.isSet(theme))
            return theme::currentScheme();
        const QStringList names{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("contrast")};
        const auto index = names.indexOf(parser.value(theme));
        return index < 0 ? std::nullopt : std::optional(theme::Scheme(index));
    }

    session::AddedFiles addedFiles() const {
        session::AddedFiles added;
        for (const QString& file : parser.values(findings))
            added.findings.append(QFileInfo(file).absoluteFilePath());
        if (parser.isSet(costs))
            added.costs = QFileInfo(parser.value(costs)).absoluteFilePath();
        return added;
    }
};

/// Shows the window until it is closed, or draws it into a file. Returns the exit status.
int showWindow(widgets::Application& application, const CommandLine& line, const sigset_t& interrupts) {
    const QCommandLineParser& parser = line.parser;
    const std::optional<theme::Scheme> scheme = line.scheme();
    if (!scheme)
        return refuse(QApplication::translate("main", "Unknown theme %1. The themes are light, dark and contrast.")
                          .arg(parser.value(line.theme)));
    theme::apply(application, *scheme);
    std::unique_ptr<theme::DesktopScheme> desktop;
    if (!parser.isSet(line.theme) && !line.isSnapshot()) {
        desktop = std::make_unique<theme::DesktopScheme>(QDBusConnection::sessionBus(), *scheme);
        QObject::connect(desktop.get(), &theme::DesktopScheme::changed, &application,
                         [&application](theme::Scheme wanted) { theme::apply(application, wanted); });
    }
    const QStringList folders = parser.positionalArguments();
    if (line.isSnapshot() && folders.isEmpty())
        return refuse(QApplication::translate("main", "Specify the folder or plan to show in the picture."));
    for (const QString& folder : folders)
        if (folder != QStringLiteral("-") && !cloud::storage::isAddress(folder.toStdString()) &&
            !QFileInfo::exists(folder))
            return refuse(QApplication::translate("main", "%1 is neither a folder nor a plan.").arg(folder));

    widgets::WindowSet windows;
    QObject::connect(&application, &widgets::Application::unexpectedError, &windows,
                     &widgets::WindowSet::showUnexpectedError);
    system::setThreadExceptionHandler([](const system::UncaughtException& exception) {
        static_cast<widgets::Application*>(qApp)->report(QString::fromStdString(exception.what));
    });
    const bool isRestored = !line.isSnapshot() && folders.isEmpty() && windows.restore();
    widgets::TabbedWindow& window = isRestored ? *windows.windows().front() : windows.add();
    if (parser.isSet(line.size)) {
        const std::optional<QSize> parsed = parseSize(parser.value(line.size));
        if (!parsed)
            return refuse(QApplication::translate("main", "%1 is not a valid size. Example: 1280x800.")
                              .arg(parser.value(line.size)));
        window.resize(*parsed);
    }
    std::unique_ptr<widgets::Snapshot> taker;
    if (line.isSnapshot())
        taker = std::make_unique<widgets::Snapshot>(
            *window.current(), widgets::Snapshot::Options{parser.value(line.snapshot), parser.value(line.select),
                                                          parser.value(line.view), parser.value(line.ask)});
    if (!line.isSnapshot() && parser.isSet(line.select))
        widgets::selectInFirstPlan(*window.current(), parser.value(line.select));
    const std::shared_ptr<const std::atomic<int>> interrupt = obeyInterrupts(interrupts, windows);
    window.show();
    const session::AddedFiles added = line.addedFiles();
    for (const QString& folder : folders)
        window.open(folder, parser.isSet(line.trust) ? session::Trust::Given : session::Trust::NotGiven, added);
    if (!folders.isEmpty())
        window.setCurrentIndex(0);
    const int status = QApplication::exec();
    return *interrupt ? 128 + *interrupt : status;
}

int run(int argc, char** argv) {
    const Screen screen = wantedOf(argc, argv);
    if (screen == Screen::Nothing || !hasDisplay(argc, argv)) {
        if (screen == Screen::Window) {
            // Qt would abort.
            std::fputs(
                "There is no display for a window: DISPLAY and WAYLAND_DISPLAY are not set.\n"
                "planlens --snapshot FILE.png draws the window into a file, and planlens-cli plans in the terminal.\n",
                stderr);
            return 2;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const sigset_t interrupts = interruptSignals();
    if (screen != Screen::Nothing)
        pthread_sigmask(SIG_BLOCK, &interrupts, nullptr); // before any thread starts
    if (!widgets::Application::keepThreadsForQt()) {
        std::fputs("Error: Too many threads\n\nThe system cannot create the threads that a window needs. Close other "
                   "programs, or raise the limit on processes and threads of this user (ulimit -u) or of the "
                   "container.\n",
                   stderr);
        return 1;
    }
    widgets::Application application(argc, argv);
    application.setApplicationName(QStringLiteral("planlens"));
    application.setApplicationDisplayName(QStringLiteral("Planlens"));
    application.setApplicationVersion(QString::fromLatin1(programVersion));
    if (screen != Screen::Picture)
        application.setOrganizationName(QStringLiteral("planlens"));
    const language::Translations translations(QLocale::system());
    const CommandLine line(application);
    return line.parser.isSet(line.draw) ? exporting::drawReport(line.parser.value(line.draw))
                                        : showWindow(application, line, interrupts);
}

} // namespace

int main(int argc, char** argv) {
    system::prepareProcess();
    system::removeRelativeProgramFolders();
    try {
        return run(argc, argv);
    } catch (...) {
        system::exitWithUnexpectedError(system::currentException());
    }
}
