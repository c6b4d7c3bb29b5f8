// SPDX-License-Identifier: MPL-2.0
#include "tests/support/recorded_texts.h"
#include "tests/support/windows.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/items/node_status.h"
#include "ui/graph/minimap.h"
#include "ui/graph/node_item.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace planlens;
using namespace planlens::testing;
using graph::BoxItem;
using graph::GraphView;
using graph::NodeItem;
using graph::NodeStatus;
using widgets::MainWindow;

namespace {

const char* const configuration = R"(
resource "terraform_data" "base" { input = "b" }
resource "terraform_data" "a_rather_long_name_of_a_resource_that_goes_on" { input = terraform_data.base.id }
resource "terraform_data" "many" {
  count = 12
  input = terraform_data.base.id
}
)";
const char* const failing = R"(
resource "terraform_data" "good" { input = "g" }
resource "terraform_data" "bad" {
  provisioner "local-exec" { command = "echo reason; exit 3" }
}
resource "terraform_data" "after" { input = terraform_data.bad.id }
)";

QString address(const char* name) {
    return QStringLiteral("terraform_data.") + QString::fromLatin1(name);
}

} // namespace

/// The contents of nodes.
class TestGraphNodes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void showTypeAboveNameAtEachScale_data();
    void showTypeAboveNameAtEachScale();
    void areAsWideAsTheirTexts_data();
    void areAsWideAsTheirTexts();
    void showTheStatusOfAnApply();
    void typeIsWholeBesideADuration();
    void areNotBelowTheMinimap();
    void modulesShowTheStatusOfAnApply();
    void directionFitsTheView();
    void statusIsAboveTheSelection_data();
    void statusIsAboveTheSelection();

private:
    /// `part` is the module m in the folder of the same name.
    void open(const QByteArray& text, const QByteArray& part = {}) {
        m_folder = std::make_unique<QTemporaryDir>();
        if (!part.isEmpty()) {
            const QDir folder(m_folder->path());
            QVERIFY(folder.mkpath(QStringLiteral("part")) && folder.mkpath(QStringLiteral(".terraform/modules")));
            QVERIFY(write(folder.filePath(QStringLiteral("part/main.tf")), part));
            QVERIFY(
                write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")),
                      R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./part","Dir":"part"}]})"));
        }
        QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), text));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        QVERIFY(QTest::qWaitFor([&] { return !view().isDrawing() && !view().isMoving(); }, 20000));
    }
    GraphView& view() { return m_window->graphView(); }
    NodeItem* item(const QString& at) {
        const int node = view().data()->nodeOf.value(at, -1);
        return node < 0 ? nullptr : static_cast<NodeItem*>(view().elementItem(std::size_t(node)));
    }
    QList<PaintedText> painted(const QString& at) {
        TextRecorder recorder(view().viewport()->size());
        QPainter painter(&recorder);
        view().render(&painter, QRectF(), view().viewport()->rect());
        painter.end();
        const QRectF node = view().nodeRect(at);
        QList<PaintedText> inside;
        for (const PaintedText& text : recorder.texts())
            if (node.contains(text.rect.center()))
                inside.append(text);
        return inside;
    }
    void wheelTo(double scale) {
        const QPointF middle = QRectF(view().viewport()->rect()).center();
        for (int i = 0; i < 200 && std::abs(view().zoomFactor() / scale - 1) > 0.05; ++i) {
            QWheelEvent event(middle, view().viewport()->mapToGlobal(middle), {},
                              QPoint(0, view().zoomFactor() < scale ? 30 : -30), Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(view().viewport(), &event);
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestGraphNodes::showTypeAboveNameAtEachScale_data() {
    QTest::addColumn<double>("scale");
    QTest::newRow("smallest readable") << 0.47;
    QTest::newRow("small") << 0.62;
    QTest::newRow("normal") << 1.0;
    QTest::newRow("large") << 1.4;
    QTest::newRow("with attributes") << 2.2;
}

void TestGraphNodes::showTypeAboveNameAtEachScale() {
    QFETCH(double, scale);
    open(configuration);
    view().select(address("base"));
    wheelTo(scale);
    view().lookAt(item(address("base"))->sceneBoundingRect().center());
    const QRectF node = view().nodeRect(address("base"));
    const PaintedText *type = nullptr, *name = nullptr;
    const QList<PaintedText> texts = painted(address("base"));
    for (const PaintedText& text : texts) {
        if (text.text == QStringLiteral("terraform_data"))
            type = &text;
        if (text.text == QStringLiteral("base"))
            name = &text;
    }
    QVERIFY(type && name);
    QVERIFY(type->rect.center().y() < name->rect.center().y());
    QVERIFY(type->height < name->height + 1);
    for (const PaintedText& text : texts)
        QVERIFY2(node.adjusted(-2, -2, 2, 2).contains(text.rect.center()), qPrintable(text.text));
    QVERIFY(name->rect.left() > node.left() + 0.12 * std::min(node.width(), 200 * scale)); // after the icon
}

void TestGraphNodes::areAsWideAsTheirTexts_data() {
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("short name") << address("base") << true;
    QTest::newRow("group") << address("many[0]") << true;
    QTest::newRow("more than 28 characters") << address("a_rather_long_name_of_a_resource_that_goes_on") << false;
}

void TestGraphNodes::areAsWideAsTheirTexts() {
    QFETCH(QString, address);
    QFETCH(bool, isWhole);
    open(configuration);
    wheelTo(1);
    view().lookAt(item(address)->sceneBoundingRect().center());
    const QString name = item(address)->node().name;
    QStringList names;
    for (const PaintedText& text : painted(address))
        names.append(text.text);
    QCOMPARE(names.contains(name), isWhole);
    const double width = view().data()->scene.nodes[item(address)->nodeIndex()].rect.width;
    const double short_ = view().data()->scene.nodes[item(::address("base"))->nodeIndex()].rect.width;
    if (!isWhole) {
        QVERIFY(width > short_);
        const auto cut =
            std::find_if(names.begin(), names.end(), [](const QString& one) { return one.contains(u'…'); });
        QVERIFY(cut != names.end());
        QVERIFY2(cut->size() >= 26 && cut->size() <= 29, qPrintable(*cut));
    }
}

void TestGraphNodes::typeIsWholeBesideADuration() {
    open(configuration);
    view().beginApply();
    view().setStatus(address("base"), models::ApplyStatus::Running, QStringLiteral("12.5 s"));
    wheelTo(1);
    QStringList texts;
    for (const PaintedText& text : painted(address("base")))
        texts.append(text.text);
    for (const char* expected : {"terraform_data", "base", "12.5 s"})
        QVERIFY2(texts.contains(QLatin1String(expected)), qPrintable(texts.join(u'|')));
}

void TestGraphNodes::areNotBelowTheMinimap() {
    open(configuration);
    wheelTo(2);
    graph::Minimap& map = view().minimap();
    const auto covered = [&](const QRect& part) {
        double area = 0;
        for (const layout::SceneNode& node : view().data()->scene.nodes) {
            const QRectF rect(node.rect.x, node.rect.y, node.rect.width, node.rect.height);
            const QRect common = view().mapFromScene(rect).boundingRect().intersected(part);
            area += node.visible ? double(common.width()) * common.height() : 0;
        }
        return area;
    };
    const QRect lowerRight = map.geometry();
    int moved = 0;
    for (const layout::SceneNode& node : view().data()->scene.nodes) {
        view().lookAt({node.rect.x - 100, node.rect.y - 60}); // the node comes to the lower right
        map.refresh();
        QVERIFY(view().rect().contains(map.geometry()));
        QVERIFY(covered(map.geometry()) <= covered(lowerRight));
        moved += map.geometry() != lowerRight;
    }
    QVERIFY(moved > 0);
}

/// Folded modules show the status of what they contain.
void TestGraphNodes::modulesShowTheStatusOfAnApply() {
    open("module \"m\" {\n  source = \"./part\"\n}\n",
         "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n");
    const auto status = [&] {
        return static_cast<const BoxItem*>(view().elementItem(view().data()->nodes.size()))->status();
    };
    view().beginApply();
    QCOMPARE(status(), NodeStatus::Waiting);
    view().setStatus(QStringLiteral("module.m.terraform_data.a"), models::ApplyStatus::Running);
    QCOMPARE(status(), NodeStatus::Running);
    view().setStatus(QStringLiteral("module.m.terraform_data.a"), models::ApplyStatus::Done);
    QCOMPARE(status(), NodeStatus::Running); // one is waiting
    view().setStatus(QStringLiteral("module.m.terraform_data.b"), models::ApplyStatus::Done);
    QCOMPARE(status(), NodeStatus::Done);
    view().setStatus(QStringLiteral("module.m.terraform_data.b"), models::ApplyStatus::Failed);
    view().endApply();
    QCOMPARE(status(), NodeStatus::Failed);
}

/// The direction is chosen so that the graph is readable in the view, until the user chooses one.
void TestGraphNodes::directionFitsTheView() {
    open("resource \"terraform_data\" \"base\" {}\nresource \"terraform_data\" \"a\" { input = terraform_data.base.id "
         "}\n"
         "resource \"terraform_data\" \"b\" { input = terraform_data.base.id }\n"
         "resource \"terraform_data\" \"c\" { input = terraform_data.base.id }\n"
         "resource \"terraform_data\" \"d\" { input = terraform_data.base.id }\n");
    const auto direction = [this](double width, double height, std::optional<layout::Direction> chosen = {}) {
        graph::GraphOptions options;
        options.fittingWidth = width;
        options.fittingHeight = height;
        options.direction = chosen;
        return graph::drawPlan(*m_window->result()->plan, options)->scene.direction;
    };
    QCOMPARE(direction(2000, 2000), layout::Direction::LeftToRight);
    QCOMPARE(direction(2000, 240), layout::Direction::TopToBottom);
    QCOMPARE(direction(2000, 240, layout::Direction::LeftToRight), layout::Direction::LeftToRight);
    QCOMPARE(direction(0, 0), layout::Direction::LeftToRight);
}

void TestGraphNodes::showTheStatusOfAnApply() {
    open(failing);
    m_window->approve();
    QVERIFY(m_window->reviewPage());
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    QVERIFY(item(address("after")));
    QTRY_VERIFY(item(address("after"))->status() != NodeStatus::None);
    QVERIFY(!settled.isEmpty() || settled.wait(20000)); // then the folder is planned again

    open(failing);
    view().beginApply();
    view().setStatus(address("good"), models::ApplyStatus::Running);
    QCOMPARE(item(address("good"))->status(), NodeStatus::Running);
    view().setStatus(address("good"), models::ApplyStatus::Done);
    view().setStatus(address("bad"), models::ApplyStatus::Failed);
    view().endApply();
    QCOMPARE(item(address("bad"))->status(), NodeStatus::Failed);
    QCOMPARE(item(address("after"))->status(), NodeStatus::Skipped);
    QCOMPARE(item(address("good"))->status(), NodeStatus::Done);
    QVERIFY(view().toolTipAt(view().nodeRect(address("after")).center()).endsWith(QStringLiteral("skipped")));
}

void TestGraphNodes::statusIsAboveTheSelection_data() {
    QTest::addColumn<int>("status");
    QTest::newRow("running") << int(models::ApplyStatus::Running);
    QTest::newRow("done") << int(models::ApplyStatus::Done);
    QTest::newRow("failed") << int(models::ApplyStatus::Failed);
}

void TestGraphNodes::statusIsAboveTheSelection() {
    QFETCH(int, status);
    open(configuration);
    wheelTo(1);
    view().lookAt(item(address("base"))->sceneBoundingRect().center());
    view().setStatus(address("base"), models::ApplyStatus(status));
    QCOMPARE(painted(address("base")).isEmpty(), false);
    const auto fill = [&] {
        const QPixmap picture = view().viewport()->grab();
        const QRect node = view().nodeRect(address("base"));
        return picture.toImage().pixelColor(node.left() + node.width() - 24, node.bottom() - 9);
    };
    const QColor plain = fill();
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().nodeRect(address("base")).center());
    QCOMPARE(view().selectedInstances(), QStringList(address("base")));
    QCOMPARE(fill().rgb(), plain.rgb());
    QCOMPARE(plain.rgb(), graph::statusFill(item(address("base"))->status(), theme::Scheme::Light).rgb());
}

QTEST_MAIN(TestGraphNodes)
#include "tst_graph_nodes.moc"
