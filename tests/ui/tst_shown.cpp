// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/windows.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/text.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

#include <map>
#include <set>

using namespace planlens;
using namespace planlens::testing;
using models::NodeType;
using theme::ActionKind;
using widgets::MainWindow;

namespace {

const QString shownFolder = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/ui/shown");

QString planFile(const QString& name) {
    const QString own = QStringLiteral("%1/%2.json").arg(shownFolder, name);
    return QFile::exists(own) ? own : casePlan(name);
}

/// Returns the expected texts of the window, by plan.
std::map<QString, QString> expectations() {
    std::map<QString, QString> all;
    QFile file(shownFolder + QStringLiteral("/expected.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return all;
    QString* current = nullptr;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.startsWith(u'[') && line.endsWith(u']'))
            current = &all[line.mid(1, line.size() - 2)];
        else if (current && !line.isEmpty())
            *current += line + u'\n';
    }
    return all;
}

QString verdictText(const MainWindow& window) {
    QStringList parts;
    const auto* bar = window.findChild<widgets::VerdictBar*>();
    for (const ActionKind kind : theme::allActionKinds)
        if (const auto* button = bar->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)));
            button && !button->isHidden())
            parts.append(button->text());
    for (const char* name : {"drift", "checks"})
        if (const auto* button = bar->findChild<QToolButton*>(QLatin1String(name)); !button->isHidden())
            parts.append(button->text());
    return parts.isEmpty() ? QStringLiteral("nothing") : parts.join(QStringLiteral(", "));
}

/// Returns the rows of resource instances, in the order of the tree.
QList<QModelIndex> resourceRows(QTreeView& tree, const QModelIndex& parent = {}) {
    QList<QModelIndex> rows;
    for (int row = 0; row < tree.model()->rowCount(parent); ++row) {
        const QModelIndex index = tree.model()->index(row, 0, parent);
        switch (NodeType(index.data(models::NodeTypeRole).toInt())) {
        case NodeType::Resource:
            rows.append(index);
            break;
        case NodeType::Section:
        case NodeType::Module:
        case NodeType::Same:
            tree.expand(index);
            rows += resourceRows(tree, index);
            break;
        case NodeType::Attribute:
        case NodeType::Finding:
        case NodeType::Hidden:
        case NodeType::Computed:
        case NodeType::NoEffect:
            break;
        }
    }
    return rows;
}

bool isNear(QRgb pixel, const QColor& color) {
    constexpr int tolerance = 48; // of each channel, because letters are antialiased
    return qAbs(qRed(pixel) - color.red()) < tolerance && qAbs(qGreen(pixel) - color.green()) < tolerance &&
           qAbs(qBlue(pixel) - color.blue()) < tolerance;
}

bool holdsColor(const QImage& image, const QColor& color) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (isNear(image.pixel(x, y), color))
                return true;
    return false;
}

/// Returns all texts of the window about a plan, in the format of expected.txt.
QString printed(MainWindow& window) {
    auto& tree = *window.findChild<QTreeView*>(QStringLiteral("changes"));
    QString text = QStringLiteral("verdict: %1\n").arg(verdictText(window));
    if (window.result()->plan->errored)
        text += QStringLiteral("note: %1\n")
                    .arg(window.findChild<widgets::PlanFileBanner*>()->text().section(QStringLiteral("  ·  "), -1));
    for (const session::DiagnosticText& told : window.result()->diagnostics)
        text += QStringLiteral("told: %1: %2\n").arg(told.summary, told.detail);
    for (const QModelIndex& index : resourceRows(tree)) {
        const auto kind = ActionKind(index.data(models::KindRole).toInt());
        text += QStringLiteral("%1 %2 | %3")
                    .arg(theme::glyph(kind), index.data(models::AddressRole).toString(),
                         index.siblingAtColumn(models::ChangeTreeModel::BeforeColumn).data().toString());
        for (const QString& badge :
             index.siblingAtColumn(models::ChangeTreeModel::NotesColumn).data(models::BadgesRole).toStringList())
            text += QStringLiteral(" | ") + badge;
        tree.scrollTo(index);
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
        text += QStringLiteral("\n  why: %1\n")
                    .arg(whyText(window).section(u'\n', 1).replace(u'\n', QStringLiteral(" / ")));
    }
    for (const graph::GraphNode& node : window.graphView().data()->nodes)
        text += QStringLiteral("graph: %1 %2 ×%3\n").arg(theme::glyph(node.kind), node.id).arg(node.instances.size());
    return text;
}

} // namespace

/// Each reason, action and combination in the recorded plans, as the window shows it.
class TestShown final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void isAsExpected_data();
    void isAsExpected();
    void coversAllThereIs();
};

void TestShown::isAsExpected_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    for (const auto& [name, expected] : expectations())
        QTest::newRow(qPrintable(name)) << name << expected;
}

void TestShown::isAsExpected() {
    QFETCH(QString, name);
    QFETCH(QString, expected);
    MainWindow window;
    window.resize(1600, 1000);
    window.show();
    QSignalSpy settled(&window, &MainWindow::settled);
    window.open(planFile(name));
    QVERIFY(settled.wait(20000));
    QVERIFY(window.result()->plan);
    const QString overview = whyText(window);
    listByModule(window);
    const QString shown = printed(window);
    const QString verdict = shown.section(u'\n', 0, 0);
    static const QRegularExpression countOfAction(QStringLiteral("(?<=[:,] )\\d+ [a-z]+(?=,|$)"));
    for (const QRegularExpressionMatch& match : countOfAction.globalMatch(verdict))
        QVERIFY2(overview.contains(match.captured()), qPrintable(QString(match.captured() % u'\n' % overview)));
    if (shown != expected)
        qWarning("[%s]\n%s", qPrintable(name), qPrintable(shown)); // QCOMPARE truncates the text
    QCOMPARE(shown, expected);
    // Glyphs and frames have the color of the action.
    auto& tree = *window.findChild<QTreeView*>(QStringLiteral("changes"));
    tree.clearSelection();
    tree.setCurrentIndex({});
    for (const QModelIndex& index : resourceRows(tree)) {
        const QColor color = theme::color(ActionKind(index.data(models::KindRole).toInt()), theme::Scheme::Light);
        tree.scrollTo(index);
        QVERIFY2(holdsColor(tree.viewport()->grab(tree.visualRect(index)).toImage(), color),
                 qPrintable(index.data(models::AddressRole).toString()));
    }
    window.graphView().select({});
    for (const graph::GraphNode& node : window.graphView().data()->nodes)
        if (const QRect rect = window.graphView().nodeRect(node.instances.front()); !rect.isEmpty())
            QVERIFY2(holdsColor(window.graphView().viewport()->grab(rect).toImage(),
                                theme::color(node.kind, theme::Scheme::Light)),
                     qPrintable(node.id));
}

void TestShown::coversAllThereIs() {
    using plans::Action;
    using plans::ActionReason;
    std::set<Action> actions;
    std::set<ActionReason> reasons;
    std::set<QString> traits;
    for (const auto& [name, expected] : expectations()) {
        MainWindow window;
        QSignalSpy settled(&window, &MainWindow::settled);
        window.open(planFile(name));
        QVERIFY(settled.wait(20000));
        const plans::Plan& plan = *window.result()->plan;
        for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
            actions.insert(change->change.action);
            reasons.insert(change->reason);
            const QString action = qstring(plans::name(change->change.action));
            if (!change->deposed.empty())
                traits.insert(QStringLiteral("deposed ") + action);
            if (change->isMoved())
                traits.insert(QStringLiteral("moved ") + action);
            if (change->change.importing)
                traits.insert(QStringLiteral("imported ") + action);
        }
        if (plan.errored)
            traits.insert(QStringLiteral("errored"));
    }
    QCOMPARE(actions.size(), std::size_t(Action::ForgetThenCreate) + 1);
    QCOMPARE(reasons.size(), std::size_t(ActionReason::ForgotBecauseLifecycleDestroyInConfig) + 1);
    for (const char* trait :
         {"deposed Delete", "deposed Forget", "moved NoOp", "moved Update", "moved Delete", "moved DeleteThenCreate",
          "imported NoOp", "imported Update", "imported DeleteThenCreate", "imported CreateThenDelete", "errored"})
        QVERIFY2(traits.contains(QLatin1String(trait)), trait);
}

QTEST_MAIN(TestShown)
#include "tst_shown.moc"
