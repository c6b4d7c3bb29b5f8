// SPDX-License-Identifier: MPL-2.0
#include "core/diff/plan_difference.h"
#include "core/engine/save_plan.h"
#include "core/formats/reading/plan_reader.h"
#include "tests/support/difference_rows.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/basics/text.h"
#include "ui/history/compared_plan.h"
#include "ui/history/private_files.h"
#include "ui/models/roles.h"
#include "ui/pages/difference_page.h"
#include "ui/session/plan_to_compare.h"
#include "ui/session/run_of_result.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;
using widgets::WhatIf;

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

/// A window that has planned a folder and shows the page of the difference.
struct Opened {
    explicit Opened(const QTemporaryDir& folder) {
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        isSettled = settle(window) && window.showView(QStringLiteral("difference"));
        whatIf = window.findChild<WhatIf*>();
        history = window.findChild<QTableView*>(QStringLiteral("history"));
    }
    bool planAgain() {
        QApplication::setActiveWindow(&window); // it may be inactive after a menu
        QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
        return settle(window);
    }
    QStringList rows() const { return differenceRows(whatIf->page().model()); }
    QString summary() const { return named<QLabel>(window, "difference-summary")->text(); }
    QString note() const {
        const auto* label = named<QLabel>(window, "difference-note");
        return label->isVisible() ? label->text() : QString();
    }
    /// Returns the message that the page shows instead of a list.
    QString message() const {
        for (const QLabel* label : whatIf->page().findChildren<QLabel*>())
            if (label->isVisible() && label->objectName().isEmpty())
                return label->text();
        return {};
    }
    /// Opens the menu of the page with the mouse, clicks on the entry unless negative, and returns all entries.
    QStringList clickInMenu(int entry) {
        QStringList texts;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &window, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            timer.stop();
            QList<QAction*> entries;
            for (QAction* action : menu->actions())
                if (!action->isSeparator())
                    entries.append(action);
            for (const QAction* action : entries)
                texts.append((action->isChecked()   ? QStringLiteral("✓ ")
                              : action->isEnabled() ? QString()
                                                    : QStringLiteral("– ")) +
                             action->text());
            if (entry >= 0 && entry < entries.size())
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entries[entry]).center());
            else
                QTest::keyClick(menu, Qt::Key_Escape);
        });
        timer.start(10);
        QTest::mouseClick(named<QToolButton>(window, "compare"), Qt::LeftButton);
        return texts;
    }
    /// Returns all texts of the window about the difference.
    QString allTexts() const {
        QStringList all = rows();
        const models::DifferenceModel& model = whatIf->page().model();
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                for (const int role : {int(Qt::ToolTipRole), int(Qt::AccessibleTextRole), int(Qt::UserRole)})
                    all.append(model.index(row, column).data(role).toString());
        for (const QWidget* widget : whatIf->page().findChildren<QWidget*>())
            all << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
        for (const QLabel* label : whatIf->page().findChildren<QLabel*>())
            all.append(label->text());
        for (const QAction* action : whatIf->compareMenu()->actions())
            all << action->text() << action->toolTip();
        return all.join(u'\n');
    }

    MainWindow window;
    bool isSettled = false;
    WhatIf* whatIf = nullptr;
    QTableView* history = nullptr;
};

/// Plans a folder in a new window and waits until the plan is stored and the next second has begun, so that the times
/// of plans differ.
bool planAndClose(const QTemporaryDir& folder) {
    Opened opened(folder);
    const qint64 second = QDateTime::currentSecsSinceEpoch();
    return opened.isSettled &&
           QTest::qWaitFor(
               [&] { return opened.history->model()->rowCount() > 0 && QDateTime::currentSecsSinceEpoch() > second; },
               10000);
}

/// Prints one change per line: "worse t.a Update > Delete x y".
QStringList print(const diff::PlanDifference& difference) {
    QStringList lines{QString::number(difference.unchanged)};
    const auto told = [](const plans::ResourceInstanceChangePtr& change) {
        return change ? qstring(std::string(plans::name(change->change.action)) + '/' +
                                std::string(plans::jsonName(change->reason)))
                      : QStringLiteral("-");
    };
    for (const diff::ChangeDifference& change : difference.changes) {
        QStringList cells{QString::number(int(change.turn)), qstring(change.address.toString()),
                          qstring(change.deposed), told(change.before), told(change.after)};
        for (const std::string& name : change.arguments)
            cells.append(qstring(name));
        lines.append(cells.join(u' '));
    }
    for (const diff::OutputDifference& output : difference.outputs)
        lines.append(QStringLiteral("%1 output %2 %3 %4")
                         .arg(int(output.turn))
                         .arg(qstring(output.name))
                         .arg(int(output.before))
                         .arg(int(output.after)));
    return lines;
}

plans::PlanPtr planOfCase(const QString& name) {
    const QByteArray text = read(casePlan(name));
    const diags::Result<formats::FinishedPlan> plan =
        formats::readPlanJson({text.constData(), std::size_t(text.size())});
    return plan.value ? plan->plan : nullptr;
}

history::Run runOf(const plans::PlanPtr& plan, const history::Fingerprints& fingerprints) {
    session::Result result;
    result.plan = plan;
    return history::runOf(result, fingerprints);
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

    void afterARestart();
    void asInOneSession();
    void equalPlansAreTheSame();
    void menuListsEachPlanOnce();
    void fromTheHistoryPage();
    void staysChosenOverTheNextPlan();
    void plansOfAnotherKeyAreNotOffered();
    void onlyTheGravestAreCompared();
    void savedPlanFile();
    void equalSavedPlanFile();
    void saysWhatAFileIs_data();
    void saysWhatAFileIs();
    void saysWhichSchemasAreMissing();
    void keptPlansDifferAsThePlansDo();
    void instancesWithSecretKeys();

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_home;
    ScopedEnvironment m_environment;
};

void TestCompare::afterARestart() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    writeLater(folder);
    Opened opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_VERIFY2(opened.message().contains(QStringLiteral("select an earlier plan")), qPrintable(opened.message()));
    QCOMPARE(opened.rows(), QStringList());
    const QStringList menu = opened.clickInMenu(1);
    QCOMPARE(menu.size(), 3);
    QVERIFY2(menu[0].endsWith(QStringLiteral("Previous plan")) &&
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

void TestCompare::asInOneSession() {
    QTemporaryDir folder;
    writeFirst(folder);
    Opened opened(folder);
    QVERIFY(opened.isSettled);
    writeLater(folder);
    QVERIFY(opened.planAgain());
    QTRY_COMPARE(opened.rows(), expected);
}

void TestCompare::equalPlansAreTheSame() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    Opened opened(folder);
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
        Opened opened(folder);
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
    Opened opened(folder);
    for (int size = 11; size <= 13; ++size) {
        plan(size);
        QVERIFY(opened.planAgain());
    }
    QTRY_COMPARE(opened.history->model()->rowCount(), 14);
    QStringList counts;
    for (const QString& text : opened.clickInMenu(-1))
        counts.append(text.section(QStringLiteral("  "), 1));
    QStringList wanted{QString()};
    for (int size = 12; size >= 3; --size) // the ten kept ones; the displayed plan is not listed
        wanted.append(QStringLiteral("%1 create").arg(size));
    QCOMPARE(counts, wanted << QString());
}

void TestCompare::fromTheHistoryPage() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    writeLater(folder);
    Opened opened(folder);
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

void TestCompare::staysChosenOverTheNextPlan() {
    QTemporaryDir folder;
    writeFirst(folder);
    QVERIFY(planAndClose(folder));
    Opened opened(folder);
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
    Opened opened(folder);
    QTRY_COMPARE(opened.history->model()->rowCount(), 2);
    QCOMPARE(opened.clickInMenu(-1), (QStringList{QStringLiteral("✓ Previous plan"), QStringLiteral("A plan file…")}));
    QVERIFY(opened.window.showView(QStringLiteral("history")));
    opened.history->selectRow(1);
    auto* compare = named<QToolButton>(opened.window, "history-compare");
    QTRY_VERIFY2(compare->toolTip().startsWith(QStringLiteral("This entry cannot be compared")),
                 qPrintable(compare->toolTip()));
    QVERIFY(!compare->isEnabled());
}

void TestCompare::onlyTheGravestAreCompared() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree);
    const QByteArray many = "resource \"terraform_data\" \"base\" { input = \"base 1\" }\nresource \"terraform_data\" "
                            "\"user\" { input = \"id-base\" }\n"
                            "resource \"terraform_data\" \"many\" { count = 2100 }\n";
    write(folder.filePath(QStringLiteral("main.tf")),
          many + "resource \"terraform_data\" \"free\" { input = \"other\" }\n");
    QVERIFY(planAndClose(folder));
    write(folder.filePath(QStringLiteral("main.tf")), QByteArray(many).replace("base 1", "base 2"));
    Opened opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_COMPARE(opened.clickInMenu(-1).size(), 3);
    opened.clickInMenu(1);
    // Two of the creates were not stored, because the limit was reached. They do not count as different.
    QTRY_COMPARE(opened.rows(), (QStringList{QStringLiteral("● new | terraform_data.free | nothing | destroy | "),
                                             QStringLiteral("● new | terraform_data.base | nothing | update | ")}));
    QVERIFY2(opened.summary().endsWith(QStringLiteral(":  2 new, 1998 unchanged")), qPrintable(opened.summary()));
    QCOMPARE(opened.note(), QStringLiteral("Only the 2,000 most severe changes of a plan are stored and compared."));
}

void TestCompare::savedPlanFile() {
    QTemporaryDir folder;
    writeFirst(folder);
    Opened opened(folder);
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

void TestCompare::equalSavedPlanFile() {
    QTemporaryDir folder;
    writeFirst(folder);
    Opened opened(folder);
    QVERIFY(opened.isSettled);
    const QString file = folder.filePath(QStringLiteral("same.tfplan"));
    QVERIFY(!engine::savePlan(*opened.window.result()->plan, opened.window.result()->plan->program,
                              *opened.window.result()->config, file.toStdString())
                 .hasErrors());
    opened.whatIf->compareWithFile(file);
    QTRY_VERIFY2(opened.summary().endsWith(QStringLiteral("same.tfplan:  no difference, 8 unchanged")),
                 qPrintable(opened.summary() + opened.rows().join(u'\n')));
    QCOMPARE(opened.message(), QStringLiteral("Both plans make the same changes."));
}

void TestCompare::saysWhatAFileIs_data() {
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

void TestCompare::saysWhatAFileIs() {
    QFETCH(QByteArray, content);
    QFETCH(QString, told);
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    const QString file = folder.filePath(QStringLiteral("file"));
    if (!content.isEmpty())
        write(file, content);
    Opened opened(folder);
    QVERIFY(opened.isSettled);
    QTRY_COMPARE(opened.history->model()->rowCount(), 1);
    opened.whatIf->compareWithFile(file);
    QTRY_VERIFY2(opened.note().contains(told), qPrintable(opened.note()));
    QVERIFY(opened.window.statusBar()->currentMessage().contains(told)); // visible on other pages too
    const QString message = opened.message();
    QVERIFY2(message.startsWith(QStringLiteral("There is only one plan.")),
             qPrintable(message)); // nothing else changed
}

void TestCompare::saysWhichSchemasAreMissing() {
    QTemporaryDir folder;
    writeFirst(folder);
    Opened opened(folder);
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

/// All recorded plans, each compared with the next: the stored plans have the same differences.
void TestCompare::keptPlansDifferAsThePlansDo() {
    const history::Fingerprints fingerprints(history::stateDirectory());
    plans::PlanPtr before;
    int compared = 0;
    for (const QString& name : QDir(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases"))
                                   .entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const plans::PlanPtr plan = planOfCase(name);
        if (!plan)
            continue;
        if (before) {
            const history::Comparison comparison =
                history::compare(runOf(before, fingerprints), runOf(plan, fingerprints));
            QVERIFY(!comparison.isOfGravest);
            QCOMPARE(print(*comparison.difference), print(diff::difference(*before, *plan)));
            ++compared;
        }
        before = plan;
    }
    QVERIFY2(compared > 50, qPrintable(QString::number(compared)));
}

void TestCompare::instancesWithSecretKeys() {
    const history::Fingerprints fingerprints(history::stateDirectory());
    const auto planWith = [](const std::vector<std::string>& keys) {
        auto plan = std::make_shared<plans::Plan>();
        for (const std::string& key : keys) {
            plan->variables["key-" + key] = {values::Value::string(key).withMark(values::Mark::sensitive())};
            plans::ResourceInstanceChange change;
            change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a[\"" + key + "\"]");
            change.change.action = plans::Action::Create;
            change.change.after = values::Value::object({{"id", values::Value::string(key)}});
            plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
        }
        return plan;
    };
    const auto difference = [&](const std::vector<std::string>& before, const std::vector<std::string>& after) {
        return print(*history::compare(runOf(planWith(before), fingerprints), runOf(planWith(after), fingerprints))
                          .difference)
            .join(u'\n');
    };
    const QString masked = QStringLiteral("t.a[\"(sensitive value)\"]");
    QCOMPARE(difference({"secret-key-1", "secret-key-2"}, {"secret-key-1", "secret-key-2"}), QStringLiteral("1"));
    for (const QString& text : {difference({"secret-key-1", "secret-key-2"}, {"secret-key-1", "secret-key-3"}),
                                difference({"secret-key-1", "secret-key-2"}, {"secret-key-2"}),
                                difference({"secret-key-1"}, {"secret-key-2"})})
        QVERIFY2(text.startsWith(QStringLiteral("0\n")) && text.contains(masked), qPrintable(text));
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
