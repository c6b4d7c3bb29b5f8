// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/big_folders.h"
#include "tests/support/watched_application.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"

#include <QAction>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using namespace planlens;
using widgets::ChangesPane;
using widgets::MainWindow;

namespace {

constexpr int services = 50; // in each of ten modules, with 20 resources each: 10,000

/// Milliseconds of processor time that an event may take. The aim is 50 on an idle machine; if other programs use the
/// caches too, the same work takes half as long again. Wall time is not tested, because it depends on other programs.
constexpr double mostComputed = 75;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

WatchedApplication& watch() {
    return *static_cast<WatchedApplication*>(qApp);
}

} // namespace

/// The window always responds, even with 10,000 resource instances.
class TestEventTimes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void staysResponsiveFromPlanToClose();
    void staysResponsiveWithPlanOfFile();

private:
    void show();
    /// Waits until the result of the last action is shown and drawn.
    bool settle();
    void press(const char* button);
    void unfoldTree();
    void approveAndApply();
    void filterAndSearch(const QString& text);
    void closeWindow();
    void verify();

    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QSignalSpy> m_settled;
};

void TestEventTimes::initTestCase() {
    if (isSanitized)
        QSKIP("Sanitizers make everything slower");
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestEventTimes::show() {
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1920, 1080);
    m_window->show();
    m_settled = std::make_unique<QSignalSpy>(m_window.get(), &MainWindow::settled);
}

bool TestEventTimes::settle() {
    const bool isSettled = !m_settled->isEmpty() || m_settled->wait(120000);
    m_settled->clear();
    return isSettled &&
           QTest::qWaitFor(
               [this] { return !m_window->graphView().isDrawing() && !m_window->plan().changes().isFolding(); },
               120000);
}

void TestEventTimes::press(const char* button) {
    auto* found = m_window->findChild<QAbstractButton*>(QString::fromLatin1(button));
    QVERIFY2(found, button);
    watch().measureWork(QString::fromLatin1(button), [&] { found->click(); });
}

void TestEventTimes::unfoldTree() {
    watch().measureWork(QStringLiteral("unfold"),
                        [this] { m_window->plan().changes().setFolding(ChangesPane::Folding::Unfolded); });
    QVERIFY(QTest::qWaitFor([this] { return !m_window->plan().changes().isFolding(); }, 120000));
}

void TestEventTimes::approveAndApply() {
    watch().begin(QStringLiteral("approve"));
    watch().measureWork(QStringLiteral("approve"), [this] { m_window->approve(); });
    QTest::qWait(50);
    watch().begin(QStringLiteral("apply"));
    widgets::ReviewPage* dialog = m_window->reviewPage();
    QVERIFY(dialog);
    if (auto* word = dialog->findChild<QLineEdit*>(QStringLiteral("word")))
        word->setText(dialog->word());
    press("apply");
    QVERIFY(settle());
}

void TestEventTimes::filterAndSearch(const QString& text) {
    watch().begin(QStringLiteral("filter"));
    const QString update = QStringLiteral("verdict-%1").arg(int(theme::ActionKind::Update));
    for (int i = 0; i < 2; ++i) {
        press(qPrintable(update));
        QTest::qWait(150);
    }
    watch().begin(QStringLiteral("search"));
    auto* search = m_window->findChild<QLineEdit*>(QStringLiteral("search"));
    for (const QChar letter : text)
        QTest::keyClick(search, letter.toLatin1(), {}, 10);
    QTest::qWait(300);
    QVERIFY(m_window->plan().finder().search().count() > 0);
    QTest::keyClick(search, Qt::Key_Return, {}, 50);
    QTest::qWait(150);
    QTest::keyClick(search, Qt::Key_Escape);
    QTest::qWait(100);
}

void TestEventTimes::closeWindow() {
    watch().begin(QStringLiteral("close"));
    m_settled.reset();
    watch().measureWork(QStringLiteral("close"), [this] { m_window->close(); });
    watch().measureWork(QStringLiteral("destroy"), [this] { m_window.reset(); });
    QTest::qWait(200);
    watch().end();
}

void TestEventTimes::verify() {
    QStringList tooLong;
    for (const WatchedApplication::Step& step : watch().steps())
        if (step.longest.times.computed > mostComputed)
            tooLong.append(QStringLiteral("%1: %2 ms of computing in one event (%3)")
                               .arg(step.name)
                               .arg(step.longest.times.computed)
                               .arg(step.longest.what));
    QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(u'\n')));
}

void TestEventTimes::staysResponsiveFromPlanToClose() {
    const QTemporaryDir folder, other;
    generate(QDir(folder.path()), services);
    generate(QDir(other.path()), services);
    show();
    watch().begin(QStringLiteral("open"));
    watch().measureWork(QStringLiteral("open"), [&] { m_window->openFolder(folder.path()); });
    QVERIFY(settle());
    QCOMPARE(int(m_window->result()->changes().resources().size()), 10 * services * 20);

    graph::GraphView& view = m_window->graphView();
    watch().begin(QStringLiteral("unfold graph"));
    for (const QString& area : {QStringLiteral("module.area0"), QStringLiteral("module.area1")}) {
        view.select(area);
        QTest::keyClick(&view, Qt::Key_Space);
        QVERIFY(QTest::qWaitFor([&] { return !view.isDrawing(); }, 60000));
        for (int i = 0; i < services; ++i) {
            view.select(QStringLiteral("%1.module.service%2").arg(area).arg(i));
            QTest::keyClick(&view, Qt::Key_Space);
        }
        QVERIFY(QTest::qWaitFor([&] { return !view.isDrawing(); }, 60000));
    }
    QVERIFY(view.scene()->items().size() > 2000);
    watch().begin(QStringLiteral("unfold tree"));
    unfoldTree();

    watch().begin(QStringLiteral("plan again"));
    press("plan");
    QVERIFY(settle());
    approveAndApply();
    watch().begin(QStringLiteral("plan changes"));
    writeFile(QDir(folder.path()).filePath(QStringLiteral("service/main.tf")), resources(2));
    press("plan");
    QVERIFY(settle());
    filterAndSearch(QStringLiteral("service3.terraform_data.part8"));
    watch().begin(QStringLiteral("fold tree"));
    watch().measureWork(QStringLiteral("fold"),
                        [this] { m_window->plan().changes().setFolding(ChangesPane::Folding::Folded); });
    QTest::qWait(50);
    watch().begin(QStringLiteral("select"));
    watch().measureWork(QStringLiteral("select"), [this] {
        m_window->select(QStringLiteral("module.area3.module.service3.terraform_data.part7"));
    });
    QTest::qWait(100);
    for (const char* step : {"replace", "do not replace"}) {
        watch().begin(QString::fromLatin1(step));
        auto* replace = m_window->findChild<QAction*>(QStringLiteral("replace"));
        watch().measureWork(QStringLiteral("toggle"), [&] { replace->trigger(); });
        QVERIFY(settle());
    }
    watch().begin(QStringLiteral("open another"));
    watch().measureWork(QStringLiteral("open"), [&] { m_window->openFolder(other.path()); });
    QVERIFY(settle());
    closeWindow();
    verify();
}

void TestEventTimes::staysResponsiveWithPlanOfFile() {
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty())
        QSKIP("Needs Python 3 to make a plan");
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("plan.json"));
    QProcess make;
    make.setStandardOutputFile(file);
    make.start(python,
               {QStringLiteral(PLANLENS_SOURCE_DIR "/tests/bench/make_plan_json.py"), QStringLiteral("--changes"),
                QStringLiteral("10000"), QStringLiteral("--bytes"), QStringLiteral("100000000")});
    QVERIFY(make.waitForFinished(120000) && make.exitCode() == 0);
    show();
    for (const char* step : {"open file", "open it again"}) {
        watch().begin(QString::fromLatin1(step));
        watch().measureWork(QStringLiteral("open"), [&] { m_window->openPlan(file); });
        QVERIFY(settle());
    }
    QCOMPARE(int(m_window->result()->changes().resources().size()), 10000);
    filterAndSearch(QStringLiteral("m3*host4"));
    closeWindow();
    verify();
}

int main(int count, char** words) {
    WatchedApplication application(count, words);
    QTEST_SET_MAIN_SOURCE_PATH
    TestEventTimes test;
    return QTest::qExec(&test, count, words);
}

#include "tst_event_times.moc"
