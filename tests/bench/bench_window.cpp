// SPDX-License-Identifier: MPL-2.0
// Opens 2,000 resources in nested modules (10,000 with --services 50), or a saved plan (--open). Prints how long events
// occupied the GUI thread, how long frames took, and how long filters and searches took until everything was painted.
// With --graphs: how long it takes to draw graphs of 10,000 resources, and of 2,000 that are all in view, and their
// frame times. With --replans: the memory after this number of plans of the same folder.
#include "tests/support/big_folders.h"
#include "tests/support/watched_application.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace planlens;

namespace {

void waitForGraph(graph::GraphView& view) {
    if (!QTest::qWaitFor([&] { return !view.isDrawing(); }, 60000))
        std::printf("the graph was not drawn within a minute\n");
    QTest::qWait(100); // includes work that follows in later events
}

void settle(QSignalSpy& settled, widgets::MainWindow& window, const char* what) {
    if (!settled.wait(120000) && settled.isEmpty())
        std::printf("%s was not done within two minutes\n", what);
    settled.clear();
    waitForGraph(window.graphView());
}

/// Returns memory of this process in megabytes: "VmRSS" is the current value, "VmHWM" the peak.
double megabytes(const QByteArray& name) {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(QByteArray(name + ':')))
            return line.mid(name.size() + 1).simplified().split(' ').first().toDouble() / 1024;
    return 0;
}

/// Records the first paint event after a user action.
class PaintWatch final : public QObject {
public:
    explicit PaintWatch(QWidget& viewport) { viewport.installEventFilter(this); }

    /// Prints the time until the result of the work is painted.
    template <typename Work>
    void measure(const char* what, const widgets::MainWindow& window, Work work) {
        constexpr std::size_t times = 5;
        std::vector<double> took, computed;
        for (std::size_t i = 0; i < times; ++i) {
            (void)QTest::qWaitFor(
                [&] { return !window.plan().changes().isFolding() && !window.graphView().isDrawing(); }, 60000);
            QTest::qWait(200);
            m_painted.reset();
            m_clock.start();
            const double before = threadTimes().computed;
            work(i);
            QTimer limit;
            connect(&limit, &QTimer::timeout, &m_waiting, &QEventLoop::quit);
            limit.start(5000);
            if (!m_painted)
                m_waiting.exec(); // as in the program; qWaitFor sleeps in between
            if (!m_painted)
                continue; // nothing changed
            took.push_back(m_painted->after);
            computed.push_back(m_painted->computed - before);
        }
        std::sort(took.begin(), took.end());
        std::sort(computed.begin(), computed.end());
        if (!took.empty())
            std::printf("%s until painted: median %.1f ms (%.1f ms computing), longest %.1f ms (%.1f ms computing)\n",
                        what, took[took.size() / 2], computed[took.size() / 2], took.back(), computed.back());
        std::fflush(stdout);
    }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint && !m_painted)
            QTimer::singleShot(0, this, [this] { // after painting
                if (!m_painted)
                    m_painted = Painted{double(m_clock.nsecsElapsed()) / 1e6, threadTimes().computed};
                m_waiting.quit();
            });
        return false;
    }

private:
    struct Painted {
        double after, computed; // ms; of this thread
    };
    QEventLoop m_waiting;
    QElapsedTimer m_clock;
    std::optional<Painted> m_painted;
};

/// Plans the same folder repeatedly.
void measureReplans(int count, int services) {
    const QTemporaryDir folder;
    generate(QDir(folder.path()), services);
    widgets::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    window.openFolder(folder.path());
    settle(settled, window, "planning");
    for (int i = 1; i <= count; ++i) {
        window.findChild<QPushButton*>(QStringLiteral("plan"))->click();
        settle(settled, window, "planning");
        if (i == 1 || i == 3 || i % 10 == 0) {
            QTest::qWait(2000); // until other threads have freed memory
            std::printf("after %3d plans: %.0f MB, at most %.0f MB\n", i, megabytes("VmRSS"), megabytes("VmHWM"));
            std::fflush(stdout);
        }
    }
}

void measureFrames(graph::GraphView& view) {
    std::vector<double> frames;
    QPixmap picture(view.viewport()->size());
    for (int step = 0; step < 200; ++step) {
        QElapsedTimer frame;
        frame.start();
        if (step % 20 < 4)
            QTest::keyClick(&view, step % 40 < 20 ? Qt::Key_Plus : Qt::Key_Minus);
        else
            view.translate(step % 2 ? 37 : -11, step % 3 ? 23 : -19);
        view.viewport()->render(&picture);
        frames.push_back(double(frame.nsecsElapsed()) / 1e6);
        QApplication::processEvents();
    }
    std::sort(frames.begin(), frames.end());
    std::printf("frames while panning and zooming: median %.1f ms, 95th percentile %.1f ms, longest %.1f ms\n",
                frames[frames.size() / 2], frames[frames.size() * 95 / 100], frames.back());
}

/// Measures how long drawing occupies the GUI thread, and the frame times with many visible items.
void measureGraphs() {
    for (const bool isFlat : {true, false}) {
        const QTemporaryDir folder;
        if (isFlat)
            generateFlat(QDir(folder.path()));
        else
            generate(QDir(folder.path()), 50);
        widgets::MainWindow window;
        window.resize(1920, 1080);
        window.show();
        window.showView(QStringLiteral("graph"));
        QSignalSpy settled(&window, &widgets::MainWindow::settled);
        window.openFolder(folder.path());
        settle(settled, window, "planning");
        const plans::Plan& plan = *window.result()->plan;
        graph::GraphOptions options;
        options.foldDepth = 99;
        options.scope = graph::Scope::Everything;
        QElapsedTimer timer;
        timer.start();
        const auto drawn = graph::drawPlan(plan, options);
        const qint64 fresh = timer.restart();
        graph::drawPlan(plan, options, &drawn->scene);
        const qint64 kept = timer.restart();
        std::printf("%s: %zu resources, all unfolded: drawn in %lld ms, again in place in %lld ms\n",
                    isFlat ? "flat" : "nested", drawn->nodes.size(), static_cast<long long>(fresh),
                    static_cast<long long>(kept));
        graph::GraphView& view = window.graphView();
        view.setScope(graph::Scope::Everything);
        waitForGraph(view);
        if (!isFlat)
            for (int i = 0; i < 10; ++i) {
                view.select(QStringLiteral("module.area%1").arg(i));
                QTest::keyClick(&view, Qt::Key_Space);
                waitForGraph(view);
            }
        view.fit();
        const QRectF shown = view.mapToScene(view.viewport()->rect()).boundingRect();
        std::printf("%lld items in view at scale %.3f\n", static_cast<long long>(view.scene()->items(shown).size()),
                    view.transform().m11());
        measureFrames(view);
        window.close();
    }
}

/// A window that is used step by step, each of them measured.
class MeasuredWindow {
public:
    /// `plan` is a finished plan to open; if it is empty, a folder with `services` modules in each of ten is planned.
    MeasuredWindow(WatchedApplication& watch, int services, QString plan)
        : m_watch(watch)
        , m_services(services)
        , m_plan(std::move(plan)) {
        generate(QDir(m_folder.path()), services);
        m_window->resize(1920, 1080);
        m_window->show();
        QTest::qWait(200);
    }

    void openFirst() {
        m_watch.begin(QStringLiteral("open"));
        open();
        m_watch.end();
        std::printf("memory: %.0f MB, at most %.0f MB\n", megabytes("VmRSS"), megabytes("VmHWM"));
    }

    /// Unfolds so many areas of the graph with their services, and measures frames with all of it in view.
    void unfoldGraph(int areas) {
        graph::GraphView& view = m_window->graphView();
        m_watch.begin(QStringLiteral("unfold graph"));
        for (int i = 0; i < areas && !isFinished(); ++i) {
            for (int j = -1; j < m_services; ++j) {
                view.select(j < 0 ? QStringLiteral("module.area%1").arg(i)
                                  : QStringLiteral("module.area%1.module.service%2").arg(i).arg(j));
                QTest::keyClick(&view, Qt::Key_Space);
                if (j < 0)
                    waitForGraph(view);
            }
        }
        waitForGraph(view);
        m_watch.end();
        printItems();
        view.fit();
        measureFrames(view);
    }

    void expandAll() {
        m_watch.begin(QStringLiteral("expand all"));
        unfoldTree();
    }

    /// Shows the plan of changed resources, or opens the finished plan again.
    void showNextPlan() {
        if (isFinished()) {
            m_watch.begin(QStringLiteral("open again"));
            open();
        } else {
            planAgain("re-plan");
            apply();
            writeFile(m_folder.filePath(QStringLiteral("service/main.tf")), resources(2));
            planAgain("plan changes");
        }
        m_watch.end();
        printItems();
    }

    void filter() {
        m_watch.begin(QStringLiteral("filter"));
        auto* updates =
            m_window->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(theme::ActionKind::Update)));
        const auto click = [&] { m_watch.measureWork(QStringLiteral("click"), [&] { updates->click(); }); };
        PaintWatch inGraph(*m_window->graphView().viewport()); // which is filtered after the tree
        inGraph.measure("a filter", *m_window, [&](std::size_t) { click(); });
        click();
    }

    void search() {
        m_watch.begin(QStringLiteral("search"));
        auto* search = m_window->findChild<QLineEdit*>(QStringLiteral("search"));
        const QString text =
            isFinished() ? QStringLiteral("m3*host4") : QStringLiteral("service3.terraform_data.part8");
        PaintWatch inTree(*m_window->findChild<QTreeView*>(QStringLiteral("changes"))->viewport());
        inTree.measure("a letter of a search", *m_window,
                       [&](std::size_t i) { QTest::keyClick(search, text[qsizetype(i)].toLatin1()); });
        for (const QChar letter : text.mid(5))
            QTest::keyClick(search, letter.toLatin1(), {}, 30);
        QTest::qWait(500);
        m_watch.end();
        std::printf("%lld found\n", static_cast<long long>(m_window->plan().finder().search().count()));
        m_watch.begin(QStringLiteral("next match"));
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(search, Qt::Key_Return, {}, 100);
        m_watch.begin(QStringLiteral("clear search"));
        QTest::keyClick(search, Qt::Key_Escape);
        QTest::qWait(500);
    }

    void foldAndSelect() {
        m_watch.begin(QStringLiteral("fold all"));
        m_watch.measureWork(QStringLiteral("fold"),
                            [&] { m_window->plan().changes().setFolding(widgets::ChangesPane::Folding::Folded); });
        QTest::qWait(200);
        m_watch.begin(QStringLiteral("select"));
        m_watch.measureWork(QStringLiteral("select"), [&] {
            m_window->select(QStringLiteral("module.area3.module.service3.terraform_data.part7"));
        });
        QTest::qWait(200);
    }

    /// Applies with all rows unfolded.
    void applyUnfolded() {
        if (isFinished())
            return;
        unfoldTree();
        apply();
    }

    void close() {
        m_watch.begin(QStringLiteral("close"));
        m_watch.measureWork(QStringLiteral("close"), [&] { m_window->close(); });
        m_watch.measureWork(QStringLiteral("destroy"), [&] { m_window.reset(); });
        QTest::qWait(50);
        m_watch.end();
    }

private:
    bool isFinished() const { return !m_plan.isEmpty(); }

    void open() {
        if (isFinished())
            m_window->openPlan(m_plan);
        else
            m_window->openFolder(m_folder.path());
        settle(m_settled, *m_window, "planning");
    }

    void unfoldTree() {
        m_window->plan().changes().setFolding(widgets::ChangesPane::Folding::Unfolded);
        if (!QTest::qWaitFor([&] { return !m_window->plan().changes().isFolding(); }, 120000))
            std::printf("the tree was not unfolded within two minutes\n");
        QTest::qWait(200);
    }

    void apply() {
        m_watch.begin(QStringLiteral("approve"));
        m_watch.measureWork(QStringLiteral("approve"), [&] { m_window->approve(); });
        QTest::qWait(200);
        m_watch.begin(QStringLiteral("apply"));
        if (auto* page = m_window->reviewPage()) {
            if (auto* word = page->findChild<QLineEdit*>(QStringLiteral("word")))
                word->setText(page->word());
            m_watch.measureWork(QStringLiteral("apply"),
                                [&] { page->findChild<QPushButton*>(QStringLiteral("apply"))->click(); });
        }
        settle(m_settled, *m_window, "applying");
    }

    void planAgain(const char* step) {
        m_watch.begin(QString::fromLatin1(step));
        m_window->findChild<QPushButton*>(QStringLiteral("plan"))->click();
        settle(m_settled, *m_window, step);
    }

    void printItems() const {
        std::printf("items in the scene: %lld\n",
                    static_cast<long long>(m_window->graphView().scene()->items().size()));
    }

    WatchedApplication& m_watch;
    int m_services;
    QString m_plan;
    QTemporaryDir m_folder;
    std::unique_ptr<widgets::MainWindow> m_window = std::make_unique<widgets::MainWindow>();
    QSignalSpy m_settled{m_window.get(), &widgets::MainWindow::settled};
};

} // namespace

int main(int count, char** words) {
    WatchedApplication watch(count, words);
    theme::apply(*qApp, theme::Scheme::Light);
    QCommandLineParser parser;
    parser.addOptions(
        {{QStringLiteral("graphs"), QStringLiteral("measure graphs")},
         {QStringLiteral("services"), QStringLiteral("modules in each of ten modules; each has 20 resources"),
          QStringLiteral("count"), QStringLiteral("10")},
         {QStringLiteral("areas"), QStringLiteral("of the ten modules, so many are unfolded in the graph"),
          QStringLiteral("count"), QStringLiteral("10")},
         {QStringLiteral("replans"), QStringLiteral("plan so often, and print the memory"), QStringLiteral("count")},
         {QStringLiteral("open"), QStringLiteral("a finished plan to open instead"), QStringLiteral("file")}});
    parser.process(watch);
    if (parser.isSet(QStringLiteral("graphs"))) {
        measureGraphs();
        return 0;
    }
    const int services = parser.value(QStringLiteral("services")).toInt();
    if (parser.isSet(QStringLiteral("replans"))) {
        measureReplans(parser.value(QStringLiteral("replans")).toInt(), services);
        return 0;
    }
    MeasuredWindow window(watch, services, parser.value(QStringLiteral("open")));
    window.openFirst();
    window.unfoldGraph(parser.value(QStringLiteral("areas")).toInt());
    window.expandAll();
    window.showNextPlan();
    window.expandAll();
    window.filter();
    window.search();
    window.foldAndSelect();
    window.applyUnfolded();
    window.close();
    return 0;
}
