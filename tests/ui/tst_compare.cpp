// SPDX-License-Identifier: MPL-2.0
#include "core/engine/save_plan.h"
#include "core/plans/plan.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "tests/ui/comparing_window.h"
#include "ui/basics/text.h"
#include "ui/session/reading/plan_to_compare.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QDirIterator>
#include <QFileDialog>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace planlens;
using namespace planlens::testing;

namespace {

const QByteArray longText = QByteArray(400, 'x');

/// The first and the later configuration. `key` is sensitive; `copy` is not, and contains the same value.
const QByteArray first = R"(
variable "key" {
  type      = string
  sensitive = true
}
resource "terraform_data" "base" { input = "base 2" }
resource "terraform_data" "user" { input = terraform_data.base.id }
resource "terraform_data" "free" { input = "as before" }
resource "terraform_data" "hidden" { input = { key = var.key } }
resource "terraform_data" "copied" { input = nonsensitive("me:${var.key}@host") }
resource "terraform_data" "told" { input = "LONG" }
resource "terraform_data" "dropped" {}
output "shown" { value = "one" }
output "secret" {
  value     = var.key
  sensitive = true
}
)";
const QByteArray later =
    QByteArray(first)
        .replace("resource \"terraform_data\" \"base\" { input = \"base 2\" }",
                 "resource \"terraform_data\" \"base\" {\n  input            = \"base 2\"\n  triggers_replace = 1\n}")
        .replace("resource \"terraform_data\" \"free\" { input = \"as before\" }", "")
        .replace("\"dropped\"", "\"added\"")
        .replace("\"one\"", "\"two\"");
const QByteArray oldKey = "correct-horse-battery-7731", newKey = "staple-stable-table-9042";

const QStringList expected{QStringLiteral("▲ worse | terraform_data.free | update | destroy | "),
                           QStringLiteral("▲ worse | terraform_data.base | update | replace | id, triggers_replace"),
                           QStringLiteral("● new | terraform_data.user | nothing | update | "),
                           QStringLiteral("● new | terraform_data.added | nothing | create | "),
                           QStringLiteral("◆ different | terraform_data.copied | create | create | input"),
                           QStringLiteral("◆ different | terraform_data.hidden | create | create | input"),
                           QStringLiteral("◆ different | terraform_data.told | create | create | input"),
                           QStringLiteral("○ removed | terraform_data.dropped | create | nothing | "),
                           QStringLiteral("◆ different | output secret | create | create | value"),
                           QStringLiteral("◆ different | output shown | create | create | value")};

void writeFirst(const QTemporaryDir& folder) {
    write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree);
    write(folder.filePath(QStringLiteral("main.tf")), QByteArray(first).replace("LONG", QByteArray(longText + "1")));
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "key = \"" + oldKey + "\"\n");
}
void writeLater(const QTemporaryDir& folder) {
    write(folder.filePath(QStringLiteral("main.tf")), QByteArray(later).replace("LONG", QByteArray(longText + "2")));
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "key = \"" + newKey + "\"\n");
}

} // namespace

/// Compares with plans from the history and from files.
class TestCompare final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        theme::apply(*qApp, theme::Scheme::Light);
        QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    }
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        m_environment.set("XDG_STATE_HOME", m_home->path().toUtf8());
    }
    void cleanup() {
        m_environment.restore();
        m_home.reset();
    }

    void comparesAfterARestart();
    void comparesInOneSession();
    void equalPlansHaveNoDifference();
    void menuListsEachPlanOnce();
    void comparesFromTheHistoryPage();
    void choiceStaysForTheNextPlan();
    void plansOfAnotherKeyAreNotOffered();
    void comparesOnlyTheMostSevereChanges();
    void comparesWithASavedPlan();
    void equalSavedPlanHasNoDifference();
    void namesOtherKindsOfFiles_data();
    void namesOtherKindsOfFiles();
    void namesMissingSchemas();

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_home;
    ScopedEnvironment m_environment;
};

void TestCompare::comparesAfterARestart() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    writeLater(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_VERIFY2(opened.message().contains(QStringLiteral("select an earlier plan")), qPrintable(opened.message()));
    QCOMPARE(opened.rows(), QStringList());
    const QStringList menu = opened.clickInMenu(1);
    QCOMPARE(menu.size(), 3);
    QVERIFY2(menu[0].endsWith(QStringLiteral("Previous plan")) &&
                 menu[1].startsWith(QDir(folder.path()).dirName() + QStringLiteral("  20")) &&
                 menu[1].endsWith(QStringLiteral("  2 update, 4 create")) && menu[2] == QStringLiteral("A plan file…"),
             qPrintable(menu.join(u'\n')));
    QTRY_COMPARE(opened.rows(), expected);
    QVERIFY2(opened.summary().startsWith(QStringLiteral("Compared with the plan of 20")) &&
                 opened.summary().endsWith(QStringLiteral(":  2 worse, 2 new, 5 different, 1 removed")),
             qPrintable(opened.summary()));
    QCOMPARE(opened.note(), QString());
    QCOMPARE(opened.clickInMenu(-1)[1].left(2), QStringLiteral("✓ "));
    // The secret is among the differences, but is neither shown nor written to a file.
    const QString texts = opened.allTexts();
    QVERIFY(!texts.contains(QString::fromLatin1(oldKey)) && !texts.contains(QString::fromLatin1(newKey)));
    QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    int count = 0;
    for (; files.hasNext(); ++count) {
        const QByteArray text = read(files.next());
        QVERIFY2(!text.contains(oldKey) && !text.contains(newKey), qPrintable(files.filePath()));
    }
    QVERIFY(count >= 2); // the key and the database
    // Clicking on a row selects its resource.
    auto* table = opened.whatIf->page().findChild<QTableView*>();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(5, 1)).center());
    QCOMPARE(named<QTreeView>(opened.window, "changes")
                 ->currentIndex()
                 .siblingAtColumn(0)
                 .data(models::AddressRole)
                 .toString(),
             QStringLiteral("terraform_data.hidden"));
}

void TestCompare::comparesInOneSession() {
    QTemporaryDir folder;
    writeFirst(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    writeLater(folder);
    QVERIFY(opened.planAgain());
    QTRY_COMPARE(opened.rows(), expected);
}

void TestCompare::equalPlansHaveNoDifference() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_COMPARE(opened.clickInMenu(-1).size(), 3);
    opened.clickInMenu(1);
    QTRY_VERIFY2(opened.summary().endsWith(QStringLiteral(":  no difference, 8 unchanged")),
                 qPrintable(opened.summary()));
    QCOMPARE(opened.rows(), QStringList());
    QCOMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
}

void TestCompare::menuListsEachPlanOnce() {
    QTemporaryDir folder;
    const auto plan = [&](int size) {
        write(folder.filePath(QStringLiteral("main.tf")),
              "resource \"terraform_data\" \"a\" {\n  count = " + QByteArray::number(size) + "\n}\n");
    };
    {
        plan(1);
        ComparingWindow opened(folder);
        for (int size = 2; size <= 9; ++size) {
            plan(size);
            QVERIFY(opened.planAgain());
        }
        // A plan with errors is stored in the history, but cannot be compared.
        write(folder.filePath(QStringLiteral("main.tf")),
              "resource \"terraform_data\" \"a\" {\n  count = 2\n  lifecycle {\n    precondition {\n      condition    "
              " = count.index == 0\n      error_message = \"No.\"\n    }\n  }\n}\n");
        QVERIFY(opened.planAgain());
        QVERIFY(opened.window.result()->isOutdated && opened.window.result()->hasErrors());
        QTRY_COMPARE(opened.history->model()->rowCount(), 10);
    }
    plan(10);
    ComparingWindow opened(folder);
    for (int size = 11; size <= 13; ++size) {
        plan(size);
        QVERIFY(opened.planAgain());
    }
    QTRY_COMPARE(opened.history->model()->rowCount(), 14);
    QStringList counts;
    for (const QString& text : opened.clickInMenu(-1))
        counts.append(text.section(QStringLiteral("  "), 2)); // after the name and the time
    QStringList wanted{QString()};
    for (int size = 12; size >= 3; --size) // the ten kept ones; the displayed plan is not listed
        wanted.append(QStringLiteral("%1 create").arg(size));
    QCOMPARE(counts, wanted << QString());
}

void TestCompare::comparesFromTheHistoryPage() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    writeLater(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.window.showView(QStringLiteral("history")));
    QTRY_COMPARE(opened.history->model()->rowCount(), 2);
    auto* compare = named<QToolButton>(opened.window, "history-compare");
    QTRY_VERIFY(compare->isVisible());
    const auto click = [&](int row) {
        QTest::mouseClick(opened.history->viewport(), Qt::LeftButton, {},
                          opened.history->visualRect(opened.history->model()->index(row, 1)).center());
    };
    click(1);
    QTRY_VERIFY2(compare->isEnabled(), qPrintable(compare->toolTip()));
    click(0);
    QTRY_VERIFY(!compare->isEnabled());
    QCOMPARE(compare->toolTip(), QStringLiteral("This is the current plan"));
    click(1);
    QTRY_VERIFY(compare->isEnabled());
    QTest::mouseClick(compare, Qt::LeftButton);
    QTRY_COMPARE(opened.rows(), expected);
    QVERIFY(opened.whatIf->page().isVisible());
}

void TestCompare::choiceStaysForTheNextPlan() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    ComparingWindow opened(folder);
    QTRY_COMPARE(opened.clickInMenu(-1).size(), 3);
    opened.clickInMenu(1);
    QTRY_COMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
    writeLater(folder);
    QVERIFY(opened.planAgain());
    QTRY_COMPARE(opened.rows(), expected);
    QVERIFY(opened.summary().startsWith(QStringLiteral("Compared with the plan of 20")));
    // Until the previous plan is selected again.
    QVERIFY(opened.planAgain());
    QTRY_COMPARE(opened.rows(), expected);
    opened.clickInMenu(0);
    QTRY_COMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
    QVERIFY2(opened.summary().startsWith(QStringLiteral("Compared with the previous plan (")),
             qPrintable(opened.summary()));
}

/// All their sensitive values would appear as changed.
void TestCompare::plansOfAnotherKeyAreNotOffered() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    QVERIFY(QFile::remove(m_home->filePath(QStringLiteral("planlens/fingerprint.key"))));
    ComparingWindow opened(folder);
    QTRY_COMPARE(opened.history->model()->rowCount(), 2);
    QCOMPARE(opened.clickInMenu(-1), (QStringList{QStringLiteral("✓ Previous plan"), QStringLiteral("A plan file…")}));
    QVERIFY(opened.window.showView(QStringLiteral("history")));
    opened.history->selectRow(1);
    auto* compare = named<QToolButton>(opened.window, "history-compare");
    QTRY_VERIFY2(compare->toolTip().startsWith(QStringLiteral("This entry cannot be compared")),
                 qPrintable(compare->toolTip()));
    QVERIFY(!compare->isEnabled());
}

void TestCompare::comparesOnlyTheMostSevereChanges() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree);
    const QByteArray many = "resource \"terraform_data\" \"base\" { input = \"base 1\" }\nresource \"terraform_data\" "
                            "\"user\" { input = \"id-base\" }\n"
                            "resource \"terraform_data\" \"many\" { count = 2100 }\n";
    write(folder.filePath(QStringLiteral("main.tf")),
          many + "resource \"terraform_data\" \"free\" { input = \"other\" }\n");
    QVERIFY(planAndClose(folder));
    write(folder.filePath(QStringLiteral("main.tf")), QByteArray(many).replace("base 1", "base 2"));
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_COMPARE(opened.clickInMenu(-1).size(), 3);
    opened.clickInMenu(1);
    // Two of the creates were not stored, because the limit was reached. They do not count as different.
    QTRY_COMPARE(opened.rows(), (QStringList{QStringLiteral("● new | terraform_data.free | nothing | destroy | "),
                                             QStringLiteral("● new | terraform_data.base | nothing | update | ")}));
    QVERIFY2(opened.summary().endsWith(QStringLiteral(":  2 new, 1998 unchanged")), qPrintable(opened.summary()));
    QCOMPARE(opened.note(), QStringLiteral("Only the 2,000 most severe changes of a plan are stored and compared."));
}

void TestCompare::comparesWithASavedPlan() {
    QTemporaryDir folder;
    writeFirst(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    const QString file = folder.filePath(QStringLiteral("first.tfplan"));
    QVERIFY(!engine::savePlan(*opened.window.result()->plan, opened.window.result()->plan->program,
                              *opened.window.result()->config, file.toStdString())
                 .hasErrors());
    writeLater(folder);
    QVERIFY(opened.planAgain());
    QVERIFY(opened.planAgain());
    QTRY_COMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
    const QStringList menu = opened.clickInMenu(-1);
    opened.clickInMenu(int(menu.size()) - 1);
    auto* dialog = opened.window.findChild<QFileDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->hide();
    Q_EMIT dialog->fileSelected(file);
    QTRY_COMPARE(opened.rows(), expected);
    QVERIFY2(opened.summary().startsWith(QStringLiteral("Compared with the plan in first.tfplan:  2 worse")),
             qPrintable(opened.summary()));
    QCOMPARE(opened.note(), QString());
    const QString texts = opened.allTexts();
    QVERIFY(!texts.contains(QString::fromLatin1(oldKey)) && !texts.contains(QString::fromLatin1(newKey)));
}

void TestCompare::equalSavedPlanHasNoDifference() {
    QTemporaryDir folder;
    writeFirst(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    const QString file = folder.filePath(QStringLiteral("same.tfplan"));
    QVERIFY(!engine::savePlan(*opened.window.result()->plan, opened.window.result()->plan->program,
                              *opened.window.result()->config, file.toStdString())
                 .hasErrors());
    opened.whatIf->compareWithFile(file);
    QTRY_VERIFY2(opened.summary().endsWith(QStringLiteral("same.tfplan:  no difference, 8 unchanged")),
                 qPrintable(opened.summary() + opened.rows().join(u'\n')));
    QCOMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
    const QStringList menu = opened.clickInMenu(-1);
    QVERIFY2(menu[1].startsWith(QStringLiteral("✓ same.tfplan  20")), qPrintable(menu.join(u'\n')));
}

void TestCompare::namesOtherKindsOfFiles_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("told");
    QTest::newRow("state") << stateOfThree
                           << QStringLiteral("file is a state, not a plan. Choose a saved plan, or the JSON of one.");
    QTest::newRow("encrypted") << QByteArray("{\"meta\":{},\"encrypted_data\":\"AAAA\",\"encryption_version\":\"v0\"}")
                               << QStringLiteral(
                                      "Write it as JSON to compare with it: tofu show -json file > plan.json");
    QTest::newRow("damaged") << QByteArray("PK\x03\x04 and nothing else") << QStringLiteral("file: ");
    QTest::newRow("something else") << QByteArray("resource {}") << QStringLiteral("This is not a plan");
    QTest::newRow("not there") << QByteArray() << QStringLiteral("Choose another file, or correct its permissions.");
}

void TestCompare::namesOtherKindsOfFiles() {
    QFETCH(QByteArray, content);
    QFETCH(QString, told);
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    const QString file = folder.filePath(QStringLiteral("file"));
    if (!content.isEmpty())
        write(file, content);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_COMPARE(opened.history->model()->rowCount(), 1);
    opened.whatIf->compareWithFile(file);
    QTRY_VERIFY2(opened.note().contains(told), qPrintable(opened.note()));
    QVERIFY(opened.window.statusBar()->currentMessage().contains(told)); // visible on other pages too
    const QString message = opened.message();
    QVERIFY2(message.startsWith(QStringLiteral("There is only one plan.")),
             qPrintable(message)); // nothing else changed
}

void TestCompare::namesMissingSchemas() {
    QTemporaryDir folder;
    writeFirst(folder);
    ComparingWindow opened(folder);
    QVERIFY(opened.isSettled);
    const session::Result& result = *opened.window.result();
    plans::Plan foreign = *result.plan;
    plans::ResourceInstanceChange change = *foreign.changes.resources().front();
    change.provider.config.provider = *addrs::parseProviderSource("registry.opentofu.org/example/cloud").value;
    foreign.changes.add(std::make_shared<const plans::ResourceInstanceChange>(change));
    foreign.schemas.emplace(change.provider.config.provider, foreign.schemas.begin()->second);
    const QString file = folder.filePath(QStringLiteral("foreign.tfplan"));
    QVERIFY(!engine::savePlan(foreign, foreign.program, *result.config, file.toStdString()).hasErrors());
    opened.whatIf->compareWithFile(file);
    QTRY_VERIFY2(
        opened.note().startsWith(QStringLiteral("without the schemas of registry.opentofu.org/example/cloud,")),
        qPrintable(opened.note()));
    // If the displayed plan contains the schema, nothing is missing.
    plans::Schemas schemas = foreign.schemas;
    QCOMPARE(session::readPlanToCompare(file, schemas, folder.path()).note, QString());
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
