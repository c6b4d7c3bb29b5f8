// SPDX-License-Identifier: MPL-2.0
// Opens 2,000 resources in nested modules and prints how long the window kept its thread and how long frames took. With --graphs:
// how long graphs of 10,000 resources and of 2,000 that are all in view take to be drawn, and their frames.
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/widgets/approve_dialog.h"
#include "ui/widgets/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QKeyEvent>
#include <QPixmap>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

using namespace planlens;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
}

/// 20 resources of one module. Another generation of them updates most and replaces some.
QByteArray resources(int generation) {
    QByteArray text;
    for (int i = 0; i < 20; ++i) {
        const auto upper = [i](int back) { return i < back ? QStringLiteral("null") : QStringLiteral("terraform_data.part%1.id").arg(i - back); };
        text += QStringLiteral("resource \"terraform_data\" \"part%1\" {\n  input = [%2, %3, %4]\n%5}\n")
                    .arg(QString::number(i), upper(1), upper(3), QString::number(i % 4 ? generation : 0),
                         i % 7 ? QString() : QStringLiteral("  triggers_replace = %1\n").arg(generation))
                    .toUtf8();
    }
    return text;
}

/// 10 × 10 modules unless told otherwise, two edges a resource.
void generate(const QDir& folder, int services = 10) {
    QByteArray root, middle;
    for (int i = 0; i < 10; ++i)
        root += QStringLiteral("module \"area%1\" {\n  source = \"./area\"\n}\n").arg(i).toUtf8();
    for (int i = 0; i < services; ++i) {
        middle += QStringLiteral("module \"service%1\" {\n  source = \"../service\"\n}\n").arg(i).toUtf8();
    }
    folder.mkpath(QStringLiteral("area"));
    folder.mkpath(QStringLiteral("service"));
    folder.mkpath(QStringLiteral(".terraform/modules"));
    write(folder.filePath(QStringLiteral("main.tf")), root);
    write(folder.filePath(QStringLiteral("area/main.tf")), middle);
    write(folder.filePath(QStringLiteral("service/main.tf")), resources(1));
    QByteArray manifest = R"({"Modules":[{"Key":"","Source":"","Dir":"."})";
    for (int i = 0; i < 10; ++i) {
        manifest += QStringLiteral(",{\"Key\":\"area%1\",\"Source\":\"./area\",\"Dir\":\"area\"}").arg(i).toUtf8();
        for (int j = 0; j < services; ++j)
            manifest += QStringLiteral(",{\"Key\":\"area%1.service%2\",\"Source\":\"../service\",\"Dir\":\"service\"}").arg(i).arg(j).toUtf8();
    }
    write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest + "]}");
}

double threadMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/// The longest time that a 5 ms timer waited for its turn, and how much of that the window's thread itself computed: on a
/// busy machine the first is larger.
class GapMeter final : public QObject {
public:
    GapMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, this, [this] { take(); });
        m_timer.start(5);
        begin();
    }
    void begin() {
        m_phase.start();
        m_since.start();
        m_computed = threadMilliseconds();
        m_longest = m_longestComputed = 0;
    }
    /// Ends a phase and begins the next one.
    void print(const char* phase) {
        take();
        std::printf("%-14s longest gap %6.1f ms (%5.1f ms computing), took %6lld ms\n", phase, m_longest, m_longestComputed,
                    static_cast<long long>(m_phase.elapsed()));
        begin();
    }

private:
    void take() {
        const double gap = double(m_since.nsecsElapsed()) / 1e6;
        m_since.restart();
        const double computed = threadMilliseconds();
        m_longest = std::max(m_longest, gap);
        m_longestComputed = std::max(m_longestComputed, computed - std::exchange(m_computed, computed));
    }

    QTimer m_timer;
    QElapsedTimer m_since, m_phase;
    double m_computed = 0, m_longest = 0, m_longestComputed = 0;
};

void waitForGraph(graph::GraphView& view) {
    if (!QTest::qWaitFor([&] { return !view.isDrawing(); }, 60000))
        std::printf("the graph was not drawn within a minute\n");
    QTest::qWait(100); // what follows from it is part of the phase
}

void settle(QSignalSpy& settled, widgets::MainWindow& window, const char* what) {
    if (!settled.wait(120000) && settled.isEmpty())
        std::printf("%s was not done within two minutes\n", what);
    settled.clear();
    waitForGraph(window.graphView());
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
    std::printf("frames while panning and zooming: median %.1f ms, 95th percentile %.1f ms, longest %.1f ms\n", frames[frames.size() / 2],
                frames[frames.size() * 95 / 100], frames.back());
}

/// 2,000 resources of the root module: at the scale at which all fit, every one is a block of its own.
void generateFlat(const QDir& folder) {
    QByteArray text;
    for (int i = 0; i < 2000; ++i) {
        const auto upper = [i](int back) { return i < back ? QStringLiteral("null") : QStringLiteral("terraform_data.part%1.id").arg(i - back); };
        text += QStringLiteral("resource \"terraform_data\" \"part%1\" {\n  input = [%2, %3]\n}\n").arg(QString::number(i), upper(7), upper(40)).toUtf8();
    }
    write(folder.filePath(QStringLiteral("main.tf")), text);
}

/// How long drawing takes off the window's thread, and frames with much in view.
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
        QElapsedTimer timer;
        timer.start();
        const auto drawn = graph::drawPlan(plan, options);
        const qint64 fresh = timer.restart();
        graph::drawPlan(plan, options, &drawn->scene);
        const qint64 kept = timer.restart();
        std::printf("%s: %zu resources, all unfolded: drawn in %lld ms, again in place in %lld ms\n", isFlat ? "flat" : "nested", drawn->nodes.size(),
                    static_cast<long long>(fresh), static_cast<long long>(kept));
        graph::GraphView& view = window.graphView();
        if (!isFlat)
            for (int i = 0; i < 10; ++i) {
                view.select(QStringLiteral("module.area%1").arg(i));
                QTest::keyClick(&view, Qt::Key_Space);
                waitForGraph(view);
            }
        view.fit();
        const QRectF shown = view.mapToScene(view.viewport()->rect()).boundingRect();
        std::printf("%lld items in view at scale %.3f\n", static_cast<long long>(view.scene()->items(shown).size()), view.transform().m11());
        measureFrames(view);
        window.close();
    }
}

} // namespace

int main(int count, char** words) {
    const QApplication application(count, words);
    theme::apply(*qApp, theme::Scheme::Light);
    if (application.arguments().contains(QStringLiteral("--graphs"))) {
        measureGraphs();
        return 0;
    }
    const QTemporaryDir folder;
    generate(QDir(folder.path()));
    auto window = std::make_unique<widgets::MainWindow>();
    window->resize(1920, 1080);
    window->show();
    QTest::qWait(200);
    QSignalSpy settled(window.get(), &widgets::MainWindow::settled);
    graph::GraphView& view = window->graphView();
    auto* search = window->findChild<QLineEdit*>(QStringLiteral("search"));

    GapMeter gaps;
    window->openFolder(folder.path());
    settle(settled, *window, "planning");
    gaps.print("open");

    for (int i = 0; i < 10; ++i) {
        for (int j = -1; j < 10; ++j) {
            view.select(j < 0 ? QStringLiteral("module.area%1").arg(i) : QStringLiteral("module.area%1.module.service%2").arg(i).arg(j));
            QTest::keyClick(&view, Qt::Key_Space);
            if (j < 0)
                waitForGraph(view);
        }
    }
    waitForGraph(view);
    gaps.print("unfold graph");
    std::printf("items in the scene: %lld\n", static_cast<long long>(view.scene()->items().size()));
    view.fit();
    measureFrames(view); // with everything unfolded and in view
    gaps.begin();

    gaps.begin();
    const auto unfoldTree = [&] {
        window->setTreeFolding(widgets::MainWindow::TreeFolding::Unfolded);
        if (!QTest::qWaitFor([&] { return !window->isFolding(); }, 60000))
            std::printf("the tree was not unfolded within a minute\n");
        QTest::qWait(200);
    };
    unfoldTree();
    gaps.print("expand all");

    window->findChild<QPushButton*>(QStringLiteral("plan"))->click();
    settle(settled, *window, "planning again");
    gaps.print("re-plan");

    const auto apply = [&] {
        window->approve();
        QTest::qWait(200);
        gaps.print("approve");
        if (auto* dialog = window->approveDialog()) {
            if (auto* word = dialog->findChild<QLineEdit*>(QStringLiteral("word")))
                word->setText(dialog->word());
            dialog->findChild<QPushButton*>(QStringLiteral("apply"))->click();
        }
        settle(settled, *window, "applying");
        gaps.print("apply");
    };
    apply();

    write(folder.filePath(QStringLiteral("service/main.tf")), resources(2));
    window->findChild<QPushButton*>(QStringLiteral("plan"))->click();
    settle(settled, *window, "planning changes");
    gaps.print("plan changes");
    std::printf("items in the scene: %lld\n", static_cast<long long>(view.scene()->items().size()));

    unfoldTree();
    gaps.print("expand all");

    for (const theme::ActionKind kind : {theme::ActionKind::Update, theme::ActionKind::Replace}) {
        auto* button = window->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)));
        button->click();
        QTest::qWait(300);
        button->click();
        QTest::qWait(300);
    }
    gaps.print("filter");

    for (const QChar letter : QStringLiteral("service3.terraform_data.part8"))
        QTest::keyClick(search, letter.toLatin1(), {}, 30);
    QTest::qWait(500);
    gaps.print("search");
    std::printf("%lld found\n", static_cast<long long>(window->search().count()));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(search, Qt::Key_Return, {}, 100);
    gaps.print("next match");
    QTest::keyClick(search, Qt::Key_Escape);
    QTest::qWait(500);
    gaps.print("clear search");

    window->setTreeFolding(widgets::MainWindow::TreeFolding::Folded);
    QTest::qWait(200);
    gaps.print("fold all");
    window->select(QStringLiteral("module.area3.module.service3.terraform_data.part7"));
    QTest::qWait(200);
    gaps.print("select");
    unfoldTree();
    gaps.begin();
    apply();

    window->close();
    window.reset();
    QTest::qWait(50);
    gaps.print("close");
    return 0;
}
