// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/export/export_writer.h"
#include "ui/models/roles.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/export_menu.h"

#include <QApplication>
#include <QLabel>
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
    void areShownWithThePlan();
    void areAddedToAnOpenPlan();
    void unreadableFilesAreWarnings();

private:
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
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
    QVERIFY(!window.result()->costs);
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
    QVERIFY(!window.result()->costs);
    QVERIFY(std::ranges::any_of(window.result()->diagnostics, [](const session::DiagnosticText& text) {
        return text.summary == QStringLiteral("Failed to read the cost estimate");
    }));
}

QTEST_MAIN(TestCosts)
#include "tst_costs.moc"
