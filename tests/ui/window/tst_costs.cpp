// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/export/export_writer.h"
#include "ui/models/roles.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/export_menu.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto estimate = R"({"version": "0.2", "currency": "USD", "projects": [{"name": "main",
"pastBreakdown": {"resources": [], "totalMonthlyCost": "0"},
"breakdown": {"resources": [{"name": "terraform_data.a", "monthlyCost": "12.5"},
                            {"name": "terraform_data.gone", "monthlyCost": "1"}], "totalMonthlyCost": "13.5"},
"diff": {"resources": [{"name": "terraform_data.a", "monthlyCost": "12.5"},
                       {"name": "terraform_data.gone", "monthlyCost": "1"}], "totalMonthlyCost": "13.5"}}]})";

} // namespace

/// The costs in an estimate by Infracost.
class TestCosts final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void areShownWithThePlan();
    void areAddedToAnOpenPlan();
    void unreadableFilesAreWarnings();
    void areEstimatedByInfracost_data();
    void areEstimatedByInfracost();
    void failedEstimatesKeepTheirOutput();
    void estimatesNeedInfracost();

private:
    /// Opens the folder with a program infracost that runs this shell script; an empty script: without it.
    void openWithInfracost(const QByteArray& script, const QString& plan = {});
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
    ScopedEnvironment m_environment;
    std::unique_ptr<QTemporaryDir> m_programs;
    std::unique_ptr<MainWindow> m_window;
};

void TestCosts::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
    QVERIFY(write(file("main.tf"), "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n"));
    QVERIFY(write(file("costs.json"), estimate));
}

void TestCosts::areShownWithThePlan() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path(), session::Trust::NotGiven, {{}, file("costs.json")});
    QVERIFY(settle(window));
    QVERIFY2(whyText(window).contains(QStringLiteral("Cost\n+$12.50 per month")), qPrintable(whyText(window)));
    QVERIFY2(whyText(window).contains(QStringLiteral("1 resource(s) of the estimate are not in this plan.")),
             qPrintable(whyText(window)));
    QStringList costs;
    const QAbstractItemModel& list = *named<QTreeView>(window, "changes")->model();
    for (int row = 0; row < list.rowCount(list.index(0, 0)); ++row)
        costs.append(list.index(row, 0, list.index(0, 0)).data(models::CostRole).toString());
    QCOMPARE(costs, (QStringList{QStringLiteral("+$12.50 per month"), QString()}));
    QVERIFY(window.select(QStringLiteral("terraform_data.a")));
    QVERIFY2(whyText(window).contains(QStringLiteral("Cost: +$12.50 per month")), qPrintable(whyText(window)));
    window.approve();
    QVERIFY(window.reviewPage());
    QCOMPARE(named<QLabel>(*window.reviewPage(), "cost")->text(), QStringLiteral("+$12.50 per month"));
}

void TestCosts::areAddedToAnOpenPlan() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path());
    QVERIFY(settle(window));
    QVERIFY(!window.result()->analysis.costs);
    QVERIFY(!whyText(window).contains(QStringLiteral("Cost")));
    QVERIFY(window.findChild<QAction*>(QStringLiteral("open-costs"))->isEnabled());
    window.setCostFile(file("costs.json"));
    QVERIFY(settle(window));
    QVERIFY(whyText(window).contains(QStringLiteral("+$12.50 per month")));
    auto* menu = window.findChild<widgets::ExportMenu*>();
    QSignalSpy exported(menu, &widgets::ExportMenu::exported);
    menu->exportAs(exporting::ExportFormat::Markdown, file("plan.md"));
    QVERIFY(exported.wait(20000));
    QVERIFY2(read(file("plan.md")).contains("12.50 per month"), read(file("plan.md")).constData());
}

void TestCosts::unreadableFilesAreWarnings() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path(), session::Trust::NotGiven, {{}, file("none.json")});
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan && !window.result()->hasErrors());
    QVERIFY(!window.result()->analysis.costs);
    QVERIFY(std::ranges::any_of(window.result()->diagnostics, [](const session::DiagnosticText& text) {
        return text.summary == QStringLiteral("Failed to read the cost estimate");
    }));
}

void TestCosts::cleanup() {
    m_window.reset();
    m_environment.restore();
}

void TestCosts::openWithInfracost(const QByteArray& script, const QString& plan) {
    m_programs = std::make_unique<QTemporaryDir>();
    const QString program = m_programs->filePath(QStringLiteral("infracost"));
    if (!script.isEmpty()) {
        QVERIFY(write(program, "#!/bin/sh\n" + script));
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    m_environment.set("PATH", QFile::encodeName(m_programs->path()) + ":/usr/bin:/bin");
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    plan.isEmpty() ? m_window->openFolder(m_folder.path()) : m_window->openPlan(plan);
    QVERIFY(settle(*m_window));
    auto* action = m_window->findChild<QAction*>(QStringLiteral("estimate-costs"));
    QVERIFY(action && action->isEnabled());
    action->trigger();
}

void TestCosts::areEstimatedByInfracost_data() {
    QTest::addColumn<bool>("isPlanJson");
    QTest::newRow("for a folder") << false;
    QTest::newRow("for plan JSON") << true;
}

void TestCosts::areEstimatedByInfracost() {
    QFETCH(bool, isPlanJson);
    QVERIFY(write(file("plan.json"), R"({"format_version": "1.2", "terraform_version": "1.12.6", "resource_changes": [
{"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
"provider_name": "terraform.io/builtin/terraform", "change": {"actions": ["create"], "before": null,
"after": {"input": null}, "after_unknown": {"id": true}, "before_sensitive": false, "after_sensitive": {}}}]})"));
    openWithInfracost(
        "test \"$1 $2 $4 $5 $6 $7 $8\" = 'diff --path --format json --out-file costs.json --no-color' || exit "
        "9\ngrep -q terraform_data.a \"$3\" || exit 8\ncp \"" +
            QFile::encodeName(file("costs.json")) + "\" costs.json\npwd > \"" +
            QFile::encodeName(m_folder.filePath(QStringLiteral("where"))) + "\"\nstat -c %a . \"$3\" > \"" +
            QFile::encodeName(m_folder.filePath(QStringLiteral("modes"))) + "\"\n",
        isPlanJson ? file("plan.json") : QString());
    QTRY_VERIFY(m_window->findChild<QDialog*>());
    QDialog& dialog = *m_window->findChild<QDialog*>();
    // Nothing runs before the user has seen the command.
    QVERIFY2(named<QLabel>(dialog, "program-command")
                 ->text()
                 .endsWith(QStringLiteral("plan.json --format json --out-file costs.json --no-color")),
             qPrintable(named<QLabel>(dialog, "program-command")->text()));
    QVERIFY(!QFile::exists(file("where")));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(named<QPushButton>(dialog, "program-run"), Qt::LeftButton);
    QVERIFY(settled.wait(20000));
    QVERIFY2(whyText(*m_window).contains(QStringLiteral("+$12.50 per month")), qPrintable(whyText(*m_window)));
    const QString folder = QString::fromUtf8(read(file("where"))).trimmed();
    QVERIFY(!folder.isEmpty());
    if (!isPlanJson)
        QCOMPARE(read(file("modes")), QByteArray("700\n600\n"));
    QVERIFY(!QFile::exists(folder + QStringLiteral("/plan.json")));
    m_window.reset();
    QVERIFY(!QFile::exists(folder));
    QVERIFY(QFile::remove(file("where")));
}

void TestCosts::failedEstimatesKeepTheirOutput() {
    openWithInfracost("echo 'no API key' >&2\nexit 1\n");
    QTRY_VERIFY(m_window->findChild<QDialog*>());
    QDialog& dialog = *m_window->findChild<QDialog*>();
    QTest::mouseClick(named<QPushButton>(dialog, "program-run"), Qt::LeftButton);
    QTRY_COMPARE(named<QLabel>(dialog, "program-title")->text(), QStringLiteral("It failed with exit code 1."));
    QCOMPARE(named<QPlainTextEdit>(dialog, "program-output")->toPlainText(), QStringLiteral("no API key\n"));
    QVERIFY(!m_window->result()->analysis.costs);
}

void TestCosts::estimatesNeedInfracost() {
    openWithInfracost({});
    QVERIFY(!m_window->findChild<QDialog*>());
    QTRY_VERIFY2(std::ranges::any_of(m_window->findChildren<QLabel*>(),
                                     [](const QLabel* label) {
                                         return label->text() ==
                                                QStringLiteral("infracost is not installed, or not on the PATH.");
                                     }),
                 "the banner");
}

QTEST_MAIN(TestCosts)
#include "tst_costs.moc"
