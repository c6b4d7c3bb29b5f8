// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/state_server.h"
#include "tests/support/windows.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextEdit>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The actions that the window offers for a state on a server that another operation has locked.
class TestLockedState final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init();
    void cleanup();
    void triesAgain();
    void waitsForTheLock();
    void waitingCanBeStopped();
    void stoppedPlanningKeepsTheLastPlan();
    void removesTheLockAfterAQuestion();
    void keepsTheLockOnCancel();
    void keepsTheLockOfAnotherOperation();
    void offersNoRemovalWithoutAnId();
    void showsASlowServer();
    void showsASlowServerDuringAnApply();

private:
    void open();
    QPushButton* fix(const char* name) const { return named<QPushButton>(*m_window, name); }
    void click(const char* name) const { QTest::mouseClick(fix(name), Qt::LeftButton); }
    bool hasPlan() const { return m_window->result() && m_window->result()->plan && !m_window->result()->hasErrors(); }

    const QByteArray m_lock = R"({"ID":"11111111-2222-3333-4444-555555555555","Operation":"OperationTypeApply",)"
                              R"("Info":"","Who":"ada@build","Version":"1.12.6","Created":"2026-01-02T03:04:05Z",)"
                              R"("Path":""})";
    std::unique_ptr<StateServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestLockedState::init() {
    m_server = std::make_unique<StateServer>();
    m_folder = std::make_unique<QTemporaryDir>();
    const QByteArray address = '"' + m_server->address() + '"';
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), "terraform {\n  backend \"http\" {\n" +
                                                                     m_server->backend() +
                                                                     "  }\n}\nresource \"terraform_data\" \"a\" {}\n"));
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral(".terraform")));
    QVERIFY(write(m_folder->filePath(QStringLiteral(".terraform/terraform.tfstate")),
                  R"({"version":3,"backend":{"type":"http","config":{"address":)" + address + R"(,"lock_address":)" +
                      address + R"(,"unlock_address":)" + address + R"(}}})"));
}

void TestLockedState::cleanup() {
    m_window.reset();
    m_server.reset();
}

void TestLockedState::open() {
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    QVERIFY(!hasPlan());
    QVERIFY2(named<QTextEdit>(*m_window, "diagnostic")->toPlainText().contains(QStringLiteral("ada@build")),
             qPrintable(named<QTextEdit>(*m_window, "diagnostic")->toPlainText()));
}

void TestLockedState::triesAgain() {
    m_server->setLock(m_lock);
    open();
    click("fix-retry");
    QVERIFY(settle(*m_window));
    QVERIFY(!hasPlan());
    m_server->setLock({});
    click("fix-retry");
    QVERIFY(settle(*m_window));
    QVERIFY(hasPlan());
    QVERIFY(!fix("fix-retry")->isVisible());
}

void TestLockedState::waitsForTheLock() {
    m_server->setLock(m_lock);
    open();
    m_server->releaseAfterNextLock();
    click("fix-wait");
    QVERIFY(settle(*m_window));
    QVERIFY(hasPlan());
    QVERIFY(m_server->lock().isEmpty());
}

void TestLockedState::waitingCanBeStopped() {
    m_server->setLock(m_lock);
    open();
    click("fix-wait");
    const auto* text = named<QLabel>(*m_window, "progress-text");
    QTRY_VERIFY2(
        text->text().startsWith(QStringLiteral("Waiting for the state lock of ada@build (apply), held since ")),
        qPrintable(text->text()));
    QVERIFY(fix("cancel")->isVisible());
    click("cancel");
    QVERIFY(settle(*m_window));
    QVERIFY(!hasPlan());
    QCOMPARE(m_server->lock(), m_lock);
}

void TestLockedState::stoppedPlanningKeepsTheLastPlan() {
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    QVERIFY(hasPlan());
    m_server->delayReads(6000);
    QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_VERIFY(fix("cancel")->isVisible());
    click("cancel");
    QVERIFY(settle(*m_window));
    QVERIFY(m_window->result()->plan && m_window->result()->isOutdated);
    const QString banner = named<QLabel>(*m_window, "banner-text")->text();
    QVERIFY2(banner.contains(QStringLiteral("was stopped")), qPrintable(banner));
    QVERIFY(!fix("approve")->isEnabled());
}

void TestLockedState::removesTheLockAfterAQuestion() {
    m_server->setLock(m_lock);
    open();
    click("fix-unlock");
    auto* question = named<QMessageBox>(*m_window, "unlock-question");
    QVERIFY(question);
    QVERIFY(question->informativeText().contains(QStringLiteral("ada@build")));
    QCOMPARE(m_server->lock(), m_lock);
    QTest::mouseClick(named<QPushButton>(*question, "unlock"), Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(hasPlan());
    QVERIFY(m_server->lock().isEmpty());
}

void TestLockedState::keepsTheLockOnCancel() {
    m_server->setLock(m_lock);
    open();
    click("fix-unlock");
    auto* question = named<QMessageBox>(*m_window, "unlock-question");
    QVERIFY(question);
    QTest::keyClick(question, Qt::Key_Return); // the default is to cancel
    QTRY_VERIFY(!named<QMessageBox>(*m_window, "unlock-question"));
    QCOMPARE(m_server->lock(), m_lock);
}

void TestLockedState::keepsTheLockOfAnotherOperation() {
    m_server->setLock(m_lock);
    open();
    QByteArray other = m_lock;
    other.replace("11111111", "99999999").replace("ada@build", "bob@build");
    m_server->setLock(other);
    click("fix-unlock");
    auto* question = named<QMessageBox>(*m_window, "unlock-question");
    QVERIFY(question);
    QTest::mouseClick(named<QPushButton>(*question, "unlock"), Qt::LeftButton);
    QTRY_VERIFY(named<QLabel>(*m_window, "banner-text")->text().contains(QStringLiteral("lock")));
    QCOMPARE(m_server->lock(), other);
}

void TestLockedState::offersNoRemovalWithoutAnId() {
    m_server->setLock(R"({"ID":"","Who":"ada@build","Created":"2026-01-02T03:04:05Z"})");
    open();
    QVERIFY(fix("fix-retry")->isVisible());
    QVERIFY(!fix("fix-unlock")->isVisible());
}

void TestLockedState::showsASlowServer() {
    m_server->delayReads(6000);
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    const auto* text = named<QLabel>(*m_window, "progress-text");
    QTRY_VERIFY_WITH_TIMEOUT(text->text().startsWith(QStringLiteral(
                                 "Waiting for the server of the state (backend http): reading the state")),
                             20000);
    m_server->delayReads(0);
    click("cancel");
    QVERIFY(settle(*m_window));
    QVERIFY(!hasPlan());
}

void TestLockedState::showsASlowServerDuringAnApply() {
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    QVERIFY(hasPlan());
    m_server->delayReads(4000);
    m_window->approve();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    const auto isWaiting = [this] {
        const auto* facts = named<QLabel>(*m_window, "apply-facts");
        return facts && facts->text().contains(QStringLiteral("Waiting for the server of the state (backend http)"));
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWaiting(), 20000);
    m_server->delayReads(0);
    QTRY_VERIFY_WITH_TIMEOUT(!isWaiting(), 20000);
    QTRY_VERIFY_WITH_TIMEOUT(!settled.isEmpty(), 20000);
}

QTEST_MAIN(TestLockedState)
#include "tst_locked_state.moc"
