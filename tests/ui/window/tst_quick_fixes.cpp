// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTextEdit>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The buttons that resolve a diagnostic.
class TestQuickFixes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void cleanup();
    void initRunsTheToolAndPlansAgain();
    void failedInitKeepsItsOutput();
    void initWithoutToolKeepsTheNextStep();
    void initCanBeInterrupted();
    void otherErrorsOfferNoInit();
    void movedObjectsAreTargetedToo();
    void preventedObjectsAreExcluded();
    void preventedObjectsOfAModuleCalledTwiceAreExcluded();

private:
    /// Opens a folder whose module is not installed, with a tool that runs this shell script as `init`.
    void openWithTool(const QByteArray& script);
    QDialog* startInit();
    bool isOffered() const { return named<QPushButton>(*m_window, "fix-init")->isVisible(); }

    ScopedEnvironment m_environment;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestQuickFixes::cleanup() {
    m_window.reset();
    m_environment.restore();
}

void TestQuickFixes::openWithTool(const QByteArray& script) {
    m_folder = std::make_unique<QTemporaryDir>();
    const QString tool = m_folder->filePath(QStringLiteral("tool"));
    QVERIFY(write(tool, "#!/bin/sh\n" + script));
    QVERIFY(QFile::setPermissions(tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    m_environment.set("PLANLENS_TOOL", QFile::encodeName(tool));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("project/m")));
    QVERIFY(write(m_folder->filePath(QStringLiteral("project/main.tf")),
                  "module \"m\" {\n  source = \"git::https://example.com/m.git\"\n}\n"));
    QVERIFY(write(m_folder->filePath(QStringLiteral("project/m/main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->filePath(QStringLiteral("project")));
    QVERIFY(settle(*m_window));
    QVERIFY2(named<QTextEdit>(*m_window, "diagnostic")->toPlainText().contains(QStringLiteral("not yet installed")),
             qPrintable(named<QTextEdit>(*m_window, "diagnostic")->toPlainText()));
    QVERIFY(isOffered());
}

QDialog* TestQuickFixes::startInit() {
    QTest::mouseClick(named<QPushButton>(*m_window, "fix-init"), Qt::LeftButton);
    auto* dialog = m_window->findChild<QDialog*>();
    if (dialog)
        QTest::mouseClick(named<QPushButton>(*dialog, "program-run"), Qt::LeftButton);
    return dialog;
}

void TestQuickFixes::initRunsTheToolAndPlansAgain() {
    openWithTool(
        "test \"$*\" = 'init -input=false -no-color' || exit 9\nmkdir -p .terraform/modules\n"
        "echo '{\"Modules\": [{\"Key\": \"\", \"Source\": \"\", \"Dir\": \".\"}, {\"Key\": \"m\", "
        "\"Source\": \"git::https://example.com/m.git\", \"Dir\": \"m\"}]}' > .terraform/modules/modules.json\n");
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(named<QPushButton>(*m_window, "fix-init"), Qt::LeftButton);
    auto* dialog = m_window->findChild<QDialog*>();
    QVERIFY(dialog);
    QVERIFY(named<QPushButton>(*m_window, "fix-init")->toolTip().contains(QStringLiteral("tofu init")));
    // Nothing runs before the user has seen the command.
    QVERIFY(named<QLabel>(*dialog, "program-command")
                ->text()
                .endsWith(QStringLiteral("/tool init -input=false -no-color")));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("project/.terraform"))));
    QTest::mouseClick(named<QPushButton>(*dialog, "program-run"), Qt::LeftButton);
    QVERIFY(settled.wait(20000));
    QVERIFY(m_window->select(QStringLiteral("module.m.terraform_data.a")));
    QVERIFY(!isOffered());
}

void TestQuickFixes::failedInitKeepsItsOutput() {
    openWithTool("echo 'no route to the registry' >&2\nexit 3\n");
    const QDialog* dialog = startInit();
    QVERIFY(dialog);
    QTRY_COMPARE(named<QLabel>(*dialog, "program-title")->text(), QStringLiteral("It failed with exit code 3."));
    QCOMPARE(named<QPlainTextEdit>(*dialog, "program-output")->toPlainText(),
             QStringLiteral("no route to the registry\n"));
    QCOMPARE(named<QPushButton>(*dialog, "program-run")->text(), QStringLiteral("Try again"));
    QVERIFY(named<QPushButton>(*dialog, "program-run")->isEnabled());
}

void TestQuickFixes::initWithoutToolKeepsTheNextStep() {
    openWithTool("exit 0\n");
    m_environment.set("PLANLENS_TOOL", "/no/such/program");
    const auto* banner = named<QLabel>(*m_window, "banner-text");
    const QString failure = banner->text();
    QVERIFY(failure.startsWith(QStringLiteral("Planning failed.")));
    for (int i = 0; i < 2; ++i) {
        QTest::mouseClick(named<QPushButton>(*m_window, "fix-init"), Qt::LeftButton);
        QVERIFY(!m_window->findChild<QDialog*>());
        QCOMPARE(banner->text(),
                 QString(failure +
                         QStringLiteral(" tofu is not on the PATH: install it, or run “tofu init” in a terminal.")));
        QVERIFY(banner->isVisible());
    }
}

void TestQuickFixes::initCanBeInterrupted() {
    openWithTool("trap 'echo interrupted > interrupted; exit 130' INT\necho started\nwhile :; do sleep 0.05; done\n");
    QDialog* dialog = startInit();
    QVERIFY(dialog);
    QTRY_COMPARE(named<QPlainTextEdit>(*dialog, "program-output")->toPlainText(), QStringLiteral("started\n"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!m_window->findChild<QDialog*>());
    QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("project/interrupted"))));
}

void TestQuickFixes::otherErrorsOfferNoInit() {
    openWithTool("exit 1\n");
    QVERIFY(write(m_folder->filePath(QStringLiteral("project/main.tf")), "resource \"terraform_data\" {}\n"));
    QTest::mouseClick(named<QPushButton>(*m_window, "plan"), Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(!named<QTextEdit>(*m_window, "diagnostic")->toPlainText().isEmpty());
    QVERIFY(!isOffered());
}

/// Planning rejects targets without the objects that move.
void TestQuickFixes::movedObjectsAreTargetedToo() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"new\" {}\n"
                  "moved {\n  from = terraform_data.old\n  to = terraform_data.new\n}\n"
                  "output \"b\" {\n  value = terraform_data.a.id\n}\n"));
    QVERIFY(write(m_folder->filePath(QStringLiteral("terraform.tfstate")),
                  R"({"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"l","outputs":{},"resources":[
{"mode":"managed","type":"terraform_data","name":"old","provider":"provider[\"terraform.io/builtin/terraform\"]",
"instances":[{"schema_version":0,"attributes":{"id":"k","input":null,"output":null,"triggers_replace":null},
"sensitive_attributes":[]}]}]})"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path());
    QVERIFY(settle(*m_window));
    const auto* columns = named<QSplitter>(*m_window, "regions")->parentWidget();
    QVERIFY(m_window->select(QStringLiteral("terraform_data.a")));
    QTest::keyClick(m_window.get(), Qt::Key_T, Qt::AltModifier);
    QVERIFY(settle(*m_window));
    // The error is selected, although a warning was reported before it, and the last plan is gray.
    const QString error = named<QTextEdit>(*m_window, "diagnostic")->toPlainText();
    QVERIFY2(error.startsWith(QStringLiteral("Moved resource instances excluded by targeting")), qPrintable(error));
    QVERIFY(columns->graphicsEffect());
    m_window->findChild<QAction*>(QStringLiteral("next-change"))->trigger();
    QVERIFY(!whyText(*m_window).contains(QStringLiteral("Start review")));
    auto* offer = named<QPushButton>(*m_window, "banner-offer");
    QCOMPARE(offer->text(), QStringLiteral("Also target moved objects"));
    QTest::mouseClick(offer, Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(!m_window->result()->hasErrors());
    QVERIFY(!columns->graphicsEffect());
    QVERIFY(m_window->select(QStringLiteral("terraform_data.new")));
    // The drawer opened because of the error.
    QVERIFY(!m_window->findChild<widgets::DetailPanel*>()->isOpen());

    // They cannot be excluded either.
    QTest::keyClick(m_window.get(), Qt::Key_X, Qt::AltModifier);
    QVERIFY(settle(*m_window));
    QVERIFY(columns->graphicsEffect());
    QVERIFY(m_window->findChild<widgets::DetailPanel*>()->isOpen());
    QCOMPARE(offer->text(), QStringLiteral("Include terraform_data.new"));
    QTest::mouseClick(offer, Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(!columns->graphicsEffect() && !m_window->result()->hasErrors());
}

void TestQuickFixes::preventedObjectsAreExcluded() {
    m_folder = std::make_unique<QTemporaryDir>();
    const QString file = m_folder->filePath(QStringLiteral("main.tf"));
    QVERIFY(write(file, "resource \"terraform_data\" \"base\" {\n  triggers_replace = 2\n  lifecycle {\n    "
                        "prevent_destroy = true\n  }\n}\nresource \"terraform_data\" \"new\" {}\n"));
    QVERIFY(write(m_folder->filePath(QStringLiteral("terraform.tfstate")),
                  R"({"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"l","outputs":{},"resources":[
{"mode":"managed","type":"terraform_data","name":"base","provider":"provider[\"terraform.io/builtin/terraform\"]",
"instances":[{"schema_version":0,"attributes":{"id":"k","input":null,"output":null,
"triggers_replace":{"value":1,"type":"number"}},"sensitive_attributes":[]}]}]})"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path());
    QVERIFY(settle(*m_window));
    QVERIFY(m_window->result()->hasErrors());
    auto* exclude = named<QPushButton>(*m_window, "fix-exclude");
    QVERIFY(exclude->isVisible());
    QCOMPARE(exclude->text(), QStringLiteral("Exclude terraform_data.base"));
    QTest::mouseClick(exclude, Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(!m_window->result()->hasErrors());
    QCOMPARE(m_window->result()->request.exclude, QStringList{QStringLiteral("terraform_data.base")});
    QVERIFY(m_window->select(QStringLiteral("terraform_data.new")));
    // Errors of the configuration belong to no object.
    QVERIFY(write(file, "resource \"terraform_data\" {}\n"));
    QTest::mouseClick(named<QPushButton>(*m_window, "plan"), Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(!exclude->isVisible());
}

/// The place of the error is the same for both.
void TestQuickFixes::preventedObjectsOfAModuleCalledTwiceAreExcluded() {
    m_folder = std::make_unique<QTemporaryDir>();
    for (const char* folder : {"m", ".terraform/modules"})
        QVERIFY(QDir(m_folder->path()).mkpath(QLatin1String(folder)));
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                  "module \"m\" {\n  source = \"./m\"\n  for_each = toset([\"a\", \"b\"])\n}\n"));
    QVERIFY(write(m_folder->filePath(QStringLiteral("m/main.tf")),
                  "resource \"terraform_data\" \"base\" {\n  triggers_replace = 2\n  lifecycle {\n    "
                  "prevent_destroy = true\n  }\n}\n"));
    QVERIFY(write(m_folder->filePath(QStringLiteral(".terraform/modules/modules.json")),
                  R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./m","Dir":"m"}]})"));
    const auto resource = [](const char* key) {
        return QByteArray(R"({"module":"module.m[\"KEY\"]","mode":"managed","type":"terraform_data","name":"base",
"provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[{"schema_version":0,"attributes":{"id":"KEY",
"input":null,"output":null,"triggers_replace":{"value":1,"type":"number"}},"sensitive_attributes":[]}]})")
            .replace("KEY", key);
    };
    QVERIFY(write(m_folder->filePath(QStringLiteral("terraform.tfstate")),
                  R"({"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"l","outputs":{},"resources":[)" +
                      resource("a") + ',' + resource("b") + "]}"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path());
    QVERIFY(settle(*m_window));
    const auto* exclude = named<QPushButton>(*m_window, "fix-exclude");
    QStringList excluded;
    for (int i = 0; i < 2; ++i) {
        QVERIFY(m_window->result()->hasErrors());
        QVERIFY(exclude->isVisible());
        QTest::mouseClick(named<QPushButton>(*m_window, "fix-exclude"), Qt::LeftButton);
        QVERIFY(settle(*m_window));
        excluded = m_window->result()->request.exclude;
        QCOMPARE(excluded.size(), i + 1);
    }
    QVERIFY(!m_window->result()->hasErrors());
    excluded.sort();
    QCOMPARE(excluded, (QStringList{QStringLiteral("module.m[\"a\"].terraform_data.base"),
                                    QStringLiteral("module.m[\"b\"].terraform_data.base")}));
}

QTEST_MAIN(TestQuickFixes)
#include "tst_quick_fixes.moc"
