// SPDX-License-Identifier: MPL-2.0
// Opens 2,000 resources in nested modules and prints how long the window kept its thread and how long frames took.
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QKeyEvent>
#include <QPixmap>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace planlens;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
}

/// 10 × 10 modules of 20 resources, two edges a resource.
void generate(const QDir& folder) {
    QByteArray root, middle, leaf;
    for (int i = 0; i < 10; ++i) {
        root += QStringLiteral("module \"area%1\" {\n  source = \"./area\"\n}\n").arg(i).toUtf8();
        middle += QStringLiteral("module \"service%1\" {\n  source = \"../service\"\n}\n").arg(i).toUtf8();
    }
    for (int i = 0; i < 20; ++i) {
        const auto upper = [i](int back) { return i < back ? QStringLiteral("null") : QStringLiteral("terraform_data.part%1.output").arg(i - back); };
        leaf += QStringLiteral("resource \"terraform_data\" \"part%1\" {\n  input = [%2, %3]\n}\n").arg(QString::number(i), upper(1), upper(3)).toUtf8();
    }
    folder.mkpath(QStringLiteral("area"));
    folder.mkpath(QStringLiteral("service"));
    folder.mkpath(QStringLiteral(".terraform/modules"));
    write(folder.filePath(QStringLiteral("main.tf")), root);
    write(folder.filePath(QStringLiteral("area/main.tf")), middle);
    write(folder.filePath(QStringLiteral("service/main.tf")), leaf);
    QByteArray manifest = R"({"Modules":[{"Key":"","Source":"","Dir":"."})";
    for (int i = 0; i < 10; ++i) {
        manifest += QStringLiteral(",{\"Key\":\"area%1\",\"Source\":\"./area\",\"Dir\":\"area\"}").arg(i).toUtf8();
        for (int j = 0; j < 10; ++j)
            manifest += QStringLiteral(",{\"Key\":\"area%1.service%2\",\"Source\":\"../service\",\"Dir\":\"service\"}").arg(i).arg(j).toUtf8();
    }
    write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest + "]}");
}

/// The longest time that a 5 ms timer waited for its turn.
class GapMeter final : public QObject {
public:
    GapMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, this, [this] { m_longest = std::max(m_longest, m_since.restart()); });
        m_since.start();
        m_timer.start(5);
    }
    void print(const char* phase) {
        m_longest = std::max(m_longest, m_since.restart());
        std::printf("longest gap, %-12s %4lld ms\n", phase, static_cast<long long>(m_longest));
        m_longest = 0;
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

void waitForGraph(graph::GraphView& view) {
    if (!QTest::qWaitFor([&] { return !view.isDrawing(); }, 60000))
        std::printf("the graph was not drawn within a minute\n");
}

} // namespace

int main(int count, char** words) {
    const QApplication application(count, words);
    theme::apply(*qApp, theme::Scheme::Light);
    const QTemporaryDir folder;
    generate(QDir(folder.path()));
    widgets::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    QTest::qWait(200);
    GapMeter gaps;
    QElapsedTimer clock;
    clock.start();
    QSignalSpy settled(&window, &widgets::MainWindow::settled);
    window.openFolder(folder.path());
    settled.wait(60000);
    auto* view = window.findChild<graph::GraphView*>();
    waitForGraph(*view);
    std::printf("open, plan and draw 2000 resources: %lld ms\n", static_cast<long long>(clock.elapsed()));
    gaps.print("open");
    for (int i = 0; i < 10; ++i) {
        for (int j = -1; j < 10; ++j) {
            view->select(j < 0 ? QStringLiteral("module.area%1").arg(i) : QStringLiteral("module.area%1.module.service%2").arg(i).arg(j));
            QTest::keyClick(view, Qt::Key_Space);
            if (j < 0)
                waitForGraph(*view);
        }
    }
    clock.restart();
    waitForGraph(*view);
    gaps.print("unfold graph");
    std::printf("items in the scene: %lld\n", static_cast<long long>(view->scene()->items().size()));
    if (auto* tree = window.findChild<QTreeView*>()) {
        tree->expandAll();
        QTest::qWait(300);
        gaps.print("expand all");
    }
    std::vector<double> frames;
    QPixmap picture(view->viewport()->size());
    for (int step = 0; step < 200; ++step) {
        QElapsedTimer frame;
        frame.start();
        if (step % 20 < 4)
            QTest::keyClick(view, step % 40 < 20 ? Qt::Key_Plus : Qt::Key_Minus);
        else
            view->translate(step % 2 ? 37 : -11, step % 3 ? 23 : -19);
        view->viewport()->render(&picture);
        frames.push_back(static_cast<double>(frame.nsecsElapsed()) / 1e6);
        QApplication::processEvents();
    }
    std::sort(frames.begin(), frames.end());
    std::printf("frames while panning and zooming: median %.1f ms, 95th percentile %.1f ms, longest %.1f ms\n", frames[frames.size() / 2], frames[frames.size() * 95 / 100],
                frames.back());
    return 0;
}
