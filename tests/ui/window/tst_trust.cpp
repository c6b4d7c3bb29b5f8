// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/basics/trusted_folders.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>

using namespace planlens;
using namespace planlens::testing;
using session::Program;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = "
                               "\"make deploy\"\n  }\n}\n";

} // namespace

/// Trust in a folder, which is requested once and stored.
class TestTrust final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void digestIsOfLockFileAndPrograms_data();
    void digestIsOfLockFileAndPrograms();
    void isKeptUntilTheProgramsChange();
    void commandsAreShownWhole();
    void commandsOfPlansAreHidden();
    void isWithdrawnInTheDialog();

private:
    QPushButton* ask(MainWindow& window) const;

    QTemporaryDir m_settings;
    const ScopedEnvironment m_environment{"XDG_STATE_HOME", m_settings.filePath(QStringLiteral("state")).toLocal8Bit()};
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTrust::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("trust"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
}

void TestTrust::init() {
    QSettings().clear();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), configuration));
}

/// Opens the folder. Returns the button that grants trust; null if the folder is trusted.
QPushButton* TestTrust::ask(MainWindow& window) const {
    window.show();
    window.openFolder(m_folder->path());
    if (!settle(window))
        return nullptr;
    if (!window.result()->programs.untrusted.isEmpty() &&
        widgets::isTrusted(m_folder->path(),
                           widgets::trustDigest(m_folder->path(), window.result()->programs.untrusted)) &&
        !settle(window))
        return nullptr;
    auto* button = named<QPushButton>(window, "message-action");
    return button->isVisible() ? button : nullptr;
}

void TestTrust::digestIsOfLockFileAndPrograms_data() {
    QTest::addColumn<QByteArray>("locks");
    QTest::addColumn<QVector<Program>>("programs");
    QTest::addColumn<bool>("isSame");
    const Program provider{Program::Kind::Provider, QStringLiteral("hashicorp/aws"), QStringLiteral("5.0.0"),
                           QStringLiteral("x/aws")};
    const auto changed = [&](auto change) {
        Program program = provider;
        change(program);
        return QVector<Program>{program};
    };
    QTest::newRow("same") << QByteArray("one") << QVector<Program>{provider} << true;
    QTest::newRow("another lock file") << QByteArray("two") << QVector<Program>{provider} << false;
    QTest::newRow("no lock file") << QByteArray() << QVector<Program>{provider} << false;
    QTest::newRow("another version") << QByteArray("one")
                                     << changed([](Program& p) { p.version = QStringLiteral("5.0.1"); }) << false;
    QTest::newRow("another program") << QByteArray("one")
                                     << changed([](Program& p) { p.path = QStringLiteral("y/aws"); }) << false;
    QTest::newRow("another kind") << QByteArray("one")
                                  << changed([](Program& p) { p.kind = Program::Kind::Provisioner; }) << false;
    QTest::newRow("moved letter") << QByteArray("one") << changed([](Program& p) {
        p.version = QStringLiteral("5.0.0x");
        p.path = QStringLiteral("/aws");
    }) << false;
    QTest::newRow("one more") << QByteArray("one") << QVector<Program>{provider, provider} << false;
}

void TestTrust::digestIsOfLockFileAndPrograms() {
    QFETCH(QByteArray, locks);
    QFETCH(QVector<Program>, programs);
    QFETCH(bool, isSame);
    const QString lockFile = m_folder->filePath(QStringLiteral(".terraform.lock.hcl"));
    QVERIFY(write(lockFile, "one"));
    const QByteArray digest = widgets::trustDigest(
        m_folder->path(),
        {{Program::Kind::Provider, QStringLiteral("hashicorp/aws"), QStringLiteral("5.0.0"), QStringLiteral("x/aws")}});
    if (locks.isEmpty())
        QVERIFY(QFile::remove(lockFile));
    else
        QVERIFY(write(lockFile, locks));
    QCOMPARE(widgets::trustDigest(m_folder->path(), programs) == digest, isSame);
}

void TestTrust::commandsAreShownWhole() {
    const QByteArray end = "the-end";
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"make " +
                      QByteArray("deploy ").repeated(60) + end + "\"\n  }\n}\n"));
    MainWindow window;
    window.resize(1280, 800);
    QVERIFY(ask(window));
    const auto& programs = *named<QTableView>(window, "programs");
    const QModelIndex command = programs.model()->index(0, 3);
    QVERIFY(command.data().toString().contains(QString::fromLatin1(end)));
    const QFontMetrics metrics(theme::monospaceFont());
    const int lines = metrics.horizontalAdvance(command.data().toString()) / programs.columnWidth(3);
    QVERIFY(lines > 1);
    QTRY_VERIFY2(programs.visualRect(command).height() >= lines * metrics.lineSpacing() &&
                     programs.viewport()->rect().contains(programs.visualRect(command)),
                 qPrintable(QStringLiteral("%1 %2 %3 %4")
                                .arg(programs.visualRect(command).height())
                                .arg(programs.columnWidth(3))
                                .arg(programs.width())
                                .arg(programs.viewport()->height())));
}

void TestTrust::commandsOfPlansAreHidden() {
    MainWindow window;
    QPushButton* give = ask(window);
    QVERIFY(give);
    for (const char* name : {"what-if", "export", "approve"})
        QVERIFY2(!named<QWidget>(window, name)->isVisible(), name);
    QTest::mouseClick(give, Qt::LeftButton);
    QVERIFY(settle(window));
    for (const char* name : {"what-if", "export", "approve"})
        QVERIFY2(named<QWidget>(window, name)->isVisible(), name);
}

void TestTrust::isKeptUntilTheProgramsChange() {
    {
        MainWindow window;
        QPushButton* give = ask(window);
        QVERIFY(give);
        // The folder has provisioners only, and has not been planned.
        const QString text = named<QLabel>(window, "message-text")->text();
        QVERIFY2(text.startsWith(QStringLiteral("Planning starts no programs; applying runs the provisioners")),
                 qPrintable(text));
        QCOMPARE(named<QPushButton>(window, "plan")->text(), QStringLiteral("Plan now"));
        const QAbstractItemModel& programs = *named<QTableView>(window, "programs")->model();
        QCOMPARE(programs.index(0, 3).data().toString(), QStringLiteral("command = \"make deploy\""));
        QTest::mouseClick(give, Qt::LeftButton);
        QVERIFY(!give->isVisible()); // planning runs
        QCOMPARE(named<QLabel>(window, "message-title")->text(), QStringLiteral("Planning…"));
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
        QCOMPARE(named<QPushButton>(window, "plan")->text(), QStringLiteral("Plan again"));
    }
    {
        MainWindow window;
        QVERIFY(!ask(window));
        QVERIFY(window.result()->plan);
    }
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                  QByteArray(configuration).replace("make deploy", "make destroy")));
    MainWindow window;
    QVERIFY(ask(window));
    QVERIFY(!window.result()->plan);
}

void TestTrust::isWithdrawnInTheDialog() {
    MainWindow window;
    QPushButton* give = ask(window);
    QVERIFY(give);
    QTest::mouseClick(give, Qt::LeftButton);
    QVERIFY(settle(window));
    window.findChild<QAction*>(QStringLiteral("trusted-folders"))->trigger();
    auto* dialog = window.findChild<QDialog*>();
    QVERIFY(dialog);
    const QAbstractItemModel& folders = *named<QTableView>(*dialog, "trusted-folders")->model();
    QCOMPARE(folders.rowCount(), 1);
    QCOMPARE(folders.index(0, 0).data().toString(), m_folder->path());
    QTest::mouseClick(named<QPushButton>(*dialog, "withdraw"), Qt::LeftButton);
    QCOMPARE(folders.rowCount(), 0);
    QVERIFY(!named<QPushButton>(*dialog, "withdraw")->isEnabled());
    MainWindow later;
    QVERIFY(ask(later));
}

QTEST_MAIN(TestTrust)
#include "tst_trust.moc"
