// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/window/drawn_texts.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto conftest = R"([{"filename":"plan.json","namespace":"main","successes":0,
"failures":[{"msg":"terraform_data.b: <b>not</b> allowed"}]}])";

} // namespace

/// Findings of other tools are listed beside those of the rules.
class TestFindingsOfTools final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void areListedWithTheChangesTheyAreAbout();
    void titlesGetTheSpaceBesideWholeAddresses();
    void areAddedToAnOpenPlan();
    void unreadableFilesAreWarnings();

private:
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

void TestFindingsOfTools::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
    QVERIFY(write(file("main.tf"), "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n"));
    QVERIFY(write(file("scan.json"), conftest));
}

void TestFindingsOfTools::areListedWithTheChangesTheyAreAbout() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path(), session::Trust::NotGiven, {{file("scan.json")}, {}});
    QVERIFY(settle(window));
    QCOMPARE(window.result()->analysis.findings.size(), std::size_t(1));
    QCOMPARE(window.result()->analysis.findings.front().tool, std::string("conftest"));
    const QAbstractItemModel& list = *named<QTreeView>(window, "changes")->model();
    QCOMPARE(list.index(0, 0).data().toString(), QStringLiteral("High risk (1)"));
    QCOMPARE(list.index(0, 0, list.index(0, 0)).data(models::AddressRole).toString(),
             QStringLiteral("terraform_data.b"));
    // The overview does not interpret text from the file as markup.
    QVERIFY2(whyText(window).contains(QStringLiteral("<b>not</b> allowed")), qPrintable(whyText(window)));
}

void TestFindingsOfTools::titlesGetTheSpaceBesideWholeAddresses() {
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFolder(m_folder.path(), session::Trust::NotGiven, {{file("scan.json")}, {}});
    QVERIFY(settle(window));
    auto& tree = *named<QTreeView>(window, "changes");
    const auto drawn = [&] {
        return drawnTextOf(*tree.viewport()).section(QStringLiteral("terraform_data.a"), 0, 0); // of the first section
    };
    const QString title = QString::fromStdString(window.result()->analysis.findings.front().title);
    const QString address = QStringLiteral("terraform_data.b"); // also in the title
    QVERIFY2(title.startsWith(address) && drawn().contains(QStringLiteral("⚠")) && drawn().count(address) == 2,
             qPrintable(drawn()));
    const QModelIndex row = tree.model()->index(0, 0, tree.model()->index(0, 0));
    for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)})
        QVERIFY2(row.data(role).toString().contains(title), qPrintable(row.data(role).toString()));
    tree.setFixedWidth(220); // the sign stays
    QTRY_VERIFY2(drawn().contains(QStringLiteral("⚠")) && drawn().count(address) == 1, qPrintable(drawn()));
}

void TestFindingsOfTools::areAddedToAnOpenPlan() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path());
    QVERIFY(settle(window));
    QVERIFY(window.result()->analysis.findings.empty());
    QVERIFY(window.findChild<QAction*>(QStringLiteral("open-findings"))->isEnabled());
    window.addFindingFiles({file("scan.json"), file("scan.json")});
    QVERIFY(settle(window));
    QCOMPARE(window.result()->analysis.findings.size(), std::size_t(1));
}

void TestFindingsOfTools::unreadableFilesAreWarnings() {
    MainWindow window;
    window.show();
    window.openFolder(m_folder.path(), session::Trust::NotGiven, {{file("none.json")}, {}});
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QVERIFY(!window.result()->hasErrors());
    QCOMPARE(window.result()->diagnostics.size(), 1);
    QCOMPARE(window.result()->diagnostics.front().summary, QStringLiteral("Failed to read findings"));
    QVERIFY(window.result()->diagnostics.front().detail.contains(QStringLiteral("cannot be read")));
}

QTEST_MAIN(TestFindingsOfTools)
#include "tst_findings_of_tools.moc"
