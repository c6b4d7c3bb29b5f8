// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/history/approved_plan.h"
#include "ui/history/history_store.h"
#include "ui/history/private_files.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/drawer/history_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include <utime.h>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto privateFile = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;

history::Run runIn(const QString& folder, int number) {
    history::Run run;
    run.folder = folder;
    run.at = QDateTime::currentDateTime();
    run.hash = QString::number(number);
    run.serial = 18446744073709551615u;
    run.comparedBy = QStringLiteral("key");
    run.changes = {{QStringLiteral("a.b"),
                    QStringLiteral("update"),
                    QStringLiteral("i-1"),
                    {},
                    -1,
                    {{QStringLiteral("x"), QStringLiteral("1"), QStringLiteral("2"), false}}}};
    return run;
}

constexpr const char* configuration = R"(variable "password" {
  type      = string
  sensitive = true
}
variable "plain_copy" { type = string }
resource "terraform_data" "a" { input = { user = "me", password = var.password, list = [var.password] } }
resource "terraform_data" "copied" { input = "me:${var.plain_copy}@host" }
resource "terraform_data" "encoded" { input = base64encode(var.plain_copy) }
resource "terraform_data" "keyed" {
  for_each = toset([var.plain_copy])
  input    = each.key
}
resource "terraform_data" "told" {
  input = 1
  provisioner "local-exec" { command = "echo ${var.plain_copy}; exit 3" }
}
output "password" {
  value     = var.password
  sensitive = true
}
output "set" { value = toset([var.plain_copy]) }
)";

const QByteArray secret = "correct-horse-battery-7731";

} // namespace

/// The stored parts of plans and applies.
class TestHistory final : public QObject {
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

    void directoryAndFilesAreOfThisUserOnly() {
        QVERIFY(QDir().mkdir(m_home->filePath(QStringLiteral("planlens"))));
        QFile::setPermissions(m_home->filePath(QStringLiteral("planlens")), QFile::ReadOwner | QFile::WriteOwner |
                                                                                QFile::ExeOwner | QFile::ReadOther |
                                                                                QFile::ExeOther);
        const QString directory = history::stateDirectory();
        QCOMPARE(directory, m_home->filePath(QStringLiteral("planlens")));
        const history::Fingerprints fingerprints(directory);
        history::HistoryStore store(directory, history::HistoryStore::Access::ReadWrite);
        QVERIFY2(store.error().isEmpty(), qPrintable(store.error()));
        QVERIFY(store.add(runIn(QStringLiteral("/f"), 1)));
        QCOMPARE(QFileInfo(directory).permissions() & ~(QFile::ReadUser | QFile::WriteUser | QFile::ExeUser),
                 QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QDirIterator files(directory, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        int count = 0;
        while (files.hasNext()) {
            files.next();
            QCOMPARE(files.fileInfo().permissions(), privateFile);
            ++count;
        }
        QCOMPARE(count, 2); // the key and the database
    }

    void fingerprintsOnlyShowWhetherValuesAreEqual() {
        const QString directory = history::stateDirectory();
        const history::Fingerprints first(directory), again(directory);
        QCOMPARE(first.of("secret"), again.of("secret"));
        QVERIFY(first.of("secret") != first.of("secreT"));
        QCOMPARE(first.of("secret").size(), 32);
        QTemporaryDir elsewhere;
        const history::Fingerprints other(elsewhere.path());
        QVERIFY(other.isValid());
        QVERIFY(other.of("secret") != first.of("secret"));
        QVERIFY(!history::Fingerprints(QString()).isValid());
        QCOMPARE(history::Fingerprints(QString()).of("secret"), QString());
    }

    void aKeyThatIsCutShortIsNotUsed() {
        const QString directory = history::stateDirectory();
        write(directory + QStringLiteral("/fingerprint.key"), "short");
        QVERIFY(!history::Fingerprints(directory).isValid());
    }

    void storeKeepsTheNewestOfEachFolder() {
        const QString directory = history::stateDirectory();
        history::HistoryStore store(directory, history::HistoryStore::Access::ReadWrite);
        QVERIFY(store.add(runIn(QStringLiteral("/other"), 0)));
        for (int i = 1; i <= 510; ++i)
            QVERIFY2(store.add(runIn(QStringLiteral("/f"), i)), qPrintable(store.error()));
        const QVector<history::Run> runs = store.runs(QStringLiteral("/f"));
        QCOMPARE(runs.size(), 500);
        QCOMPARE(runs.first().hash, QStringLiteral("510"));
        QCOMPARE(runs.first().serial, 18446744073709551615u);
        QCOMPARE(store.runs(QStringLiteral("/other")).size(), 1);
        const auto newest = store.run(runs.first().id);
        QVERIFY(newest);
        QCOMPARE(newest->changes.size(), 1);
        QCOMPARE(newest->changes.first().objectId, QStringLiteral("i-1"));
        QCOMPARE(newest->changes.first().attributes, runIn({}, 0).changes.first().attributes);
        QVERIFY(store.run(runs[49].id)->changes.size() == 1 && store.run(runs[50].id)->changes.isEmpty());
        QVERIFY(!runs[49].comparedBy.isEmpty() && runs[50].comparedBy.isEmpty());
        QVERIFY(!store.run(-1));
    }

    /// Histories from before plans could be compared are shown, and plans that are added can be compared.
    void bringsUpHistoriesOfVersionOne() {
        const QString directory = history::stateDirectory();
        {
            history::HistoryStore store(directory, history::HistoryStore::Access::ReadWrite);
            QVERIFY(store.add(runIn(QStringLiteral("/f"), 1)));
        }
        {
            QSqlDatabase base = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("old"));
            base.setDatabaseName(directory + QStringLiteral("/history.sqlite"));
            QVERIFY(base.open());
            for (const char* statement :
                 {"ALTER TABLE runs DROP COLUMN compared_by", "ALTER TABLE runs DROP COLUMN result",
                  "ALTER TABLE changes DROP COLUMN compared", "PRAGMA user_version = 1"}) {
                QSqlQuery query(base);
                QVERIFY2(query.exec(QString::fromLatin1(statement)), statement);
            }
        }
        QSqlDatabase::removeDatabase(QStringLiteral("old"));
        for (int turn = 0; turn < 2; ++turn) {
            history::HistoryStore store(directory, history::HistoryStore::Access::ReadWrite);
            QVERIFY2(store.error().isEmpty(), qPrintable(store.error()));
            history::Run run = runIn(QStringLiteral("/f"), 2 + turn);
            run.changes.first().compared = "{}";
            QVERIFY2(store.add(run), qPrintable(store.error()));
        }
        const history::HistoryStore store(directory, history::HistoryStore::Access::ReadOnly);
        const QVector<history::Run> runs = store.runs(QStringLiteral("/f"));
        QCOMPARE(runs.size(), 3);
        QCOMPARE(runs[1].comparedBy, QStringLiteral("key"));
        QCOMPARE(store.run(runs[1].id)->changes.first().compared, QByteArray("{}"));
        QCOMPARE(runs[2].comparedBy, QString());
        QCOMPARE(store.run(runs[2].id)->changes.first().attributes, runIn({}, 0).changes.first().attributes);
    }

    void twoWindowsWriteToOneDatabase() {
        const QString directory = history::stateDirectory();
        history::HistoryStore first(directory, history::HistoryStore::Access::ReadWrite),
            second(directory, history::HistoryStore::Access::ReadWrite);
        QVERIFY(first.add(runIn(QStringLiteral("/f"), 1)));
        QVERIFY(second.add(runIn(QStringLiteral("/f"), 2)));
        QCOMPARE(first.runs(QStringLiteral("/f")).size(), 2);
    }

    void readOnlyLeavesNothingBehind() {
        {
            history::History history(history::History::Access::ReadOnly);
            QSignalSpy listed(&history, &history::History::listed);
            history.list(QStringLiteral("/f"));
            QVERIFY(listed.wait(10000));
            QCOMPARE(listed[0][1].value<QVector<history::Run>>().size(), 0);
        }
        QVERIFY(!QFile::exists(m_home->filePath(QStringLiteral("planlens"))));
    }

    void aFolderThatCannotBeWrittenToIsTold() {
        write(m_home->filePath(QStringLiteral("file")), "");
        m_environment.set("XDG_STATE_HOME", m_home->filePath(QStringLiteral("file")).toUtf8());
        history::History history(history::History::Access::ReadWrite);
        QSignalSpy failed(&history, &history::History::failed);
        history.list(QStringLiteral("/f"));
        QVERIFY(failed.wait(10000));
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("planlens cannot be written")));
    }

    void missingHistoryIsReported() {
        QVERIFY(write(m_home->filePath(QStringLiteral("file")), {}));
        m_environment.set("XDG_STATE_HOME", m_home->filePath(QStringLiteral("file")).toUtf8());
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
        widgets::MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QTRY_VERIFY2(
            window.statusBar()->currentMessage().startsWith(QStringLiteral("This plan is not in the history: ")),
            qPrintable(window.statusBar()->currentMessage()));
    }

    void addressesAreWholeWhereThereIsSpace() {
        const QString name = QStringLiteral("a_name_that_is_as_long_as_those_of_real_modules");
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("main.tf")),
              "resource \"terraform_data\" \"" + name.toLatin1() + "\" {}\n");
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(window.showView(QStringLiteral("history")));
        auto* changes = window.findChild<QTreeWidget*>(QStringLiteral("history-changes"));
        QTRY_COMPARE(changes->topLevelItemCount(), 1);
        const int needed = QFontMetrics(theme::monospaceFont()).horizontalAdvance(changes->topLevelItem(0)->text(0)) +
                           changes->indentation();
        QTRY_VERIFY2(changes->columnWidth(0) > needed,
                     qPrintable(QStringLiteral("%1 of %2").arg(changes->columnWidth(0)).arg(needed)));
    }

    /// New entries stand above the others. A chosen one stays.
    void newestEntryIsSelected() {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* table = window.findChild<QTableView*>(QStringLiteral("history"));
        const auto planAgain = [&](int rows) {
            QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
            QVERIFY(settle(window));
            QTRY_COMPARE(table->model()->rowCount(), rows);
        };
        QTRY_COMPARE(table->model()->rowCount(), 1);
        planAgain(2);
        QCOMPARE(table->currentIndex().row(), 0);
        window.findChild<QAction*>(QStringLiteral("page-history"))->trigger();
        QCOMPARE(QApplication::focusWidget(), table);
        QTest::keyClick(table, Qt::Key_Down);
        planAgain(3);
        QCOMPARE(table->currentIndex().row(), 2);
    }

    /// Another window shows the result as the one that applied. Entries without it show the stored changes.
    void resultsOfAppliesAreShownWhole_data() {
        QTest::addColumn<bool>("isRecorded");
        QTest::newRow("recorded") << true;
        QTest::newRow("only the changes") << false;
    }

    void resultsOfAppliesAreShownWhole() {
        QFETCH(bool, isRecorded);
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("main.tf")), configuration);
        write(folder.filePath(QStringLiteral("terraform.tfvars")),
              "password = \"" + secret + "\"\nplain_copy = \"" + secret + "\"\n");
        const auto open = [&](MainWindow& window) {
            window.show();
            window.openFolder(folder.path(), session::Trust::Given);
            QVERIFY(settle(window));
        };
        const auto cells = [](const MainWindow& window) {
            QStringList texts;
            const auto& table = *window.findChild<QTableView*>(QStringLiteral("applied"));
            for (int row = 0; row < table.model()->rowCount(); ++row)
                for (int column = 0; column < table.model()->columnCount(); ++column)
                    texts.append(table.isColumnHidden(column) ? QString()
                                                              : table.model()->index(row, column).data().toString());
            return texts;
        };
        const auto labelText = [](const MainWindow& window, const char* name) {
            return named<QLabel>(window, name)->text();
        };
        QStringList applied;
        QString details, head, next, exported;
        const QString file = m_home->filePath(QStringLiteral("result.txt"));
        {
            MainWindow window;
            open(window);
            window.approve();
            QSignalSpy settled(&window, &MainWindow::settled);
            QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
            QVERIFY(settled.wait(30000));
            applied = cells(window);
            details = named<QTextBrowser>(window, "apply-result")->toHtml();
            head = labelText(window, "apply-text");
            next = labelText(window, "apply-now");
            QCOMPARE(window.findChild<widgets::ApplyPage*>()->writeTo(file), QString());
            exported = QString::fromUtf8(read(file));
        }
        if (!isRecorded) {
            QSqlDatabase base = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("changed"));
            base.setDatabaseName(history::stateDirectory() + QStringLiteral("/history.sqlite"));
            QVERIFY(base.open() && QSqlQuery(base).exec(QStringLiteral("UPDATE runs SET result = NULL")));
        }
        QSqlDatabase::removeDatabase(QStringLiteral("changed"));
        MainWindow window;
        open(window);
        auto* table = window.findChild<QTableView*>(QStringLiteral("history"));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        table->selectRow(1);
        auto* openAgain = named<QToolButton>(window, "history-open")->defaultAction();
        QTRY_VERIFY(openAgain->isEnabled());
        openAgain->trigger();
        auto* page = window.findChild<widgets::ApplyPage*>();
        QVERIFY(page->isVisible());
        QCOMPARE(labelText(window, "apply-text"), head);
        QVERIFY(named<QPushButton>(window, "apply-export")->isVisible());
        if (!isRecorded) {
            const QStringList texts = cells(window);
            QVERIFY2(texts.contains(QStringLiteral("terraform_data.told")), qPrintable(texts.join(u'|')));
            QVERIFY2(!texts.contains(QStringLiteral("output")), qPrintable(texts.join(u'|')));
            QCOMPARE(page->writeTo(file), QString());
            return;
        }
        for (QString& text : applied) // the history contains no secrets
            text.replace(QString::fromLatin1(secret), QStringLiteral("(sensitive value)"));
        QCOMPARE(cells(window), applied);
        QCOMPARE(named<QTextBrowser>(window, "apply-result")->toHtml(), details);
        QCOMPARE(labelText(window, "apply-now"), next);
        QCOMPARE(page->writeTo(file), QString());
        QCOMPARE(QString::fromUtf8(read(file)), exported);
        const models::ApplyModel::Operation& first = page->model().operations().front();
        QVERIFY(first.startedAt >= 0 && first.milliseconds >= 0); // it has a bar
    }

    void operationsSayWhatWasPlanned_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("operation");
        QTest::newRow("normal") << QStringLiteral("-target=a.b") << QStringLiteral("Plan");
        QTest::newRow("destroy") << QStringLiteral("-destroy -refresh=false") << QStringLiteral("Destroy plan");
        QTest::newRow("refresh only") << QStringLiteral("-refresh-only") << QStringLiteral("Refresh-only plan");
    }

    void operationsSayWhatWasPlanned() {
        QFETCH(QString, options);
        QFETCH(QString, operation);
        history::History history(history::History::Access::ReadOnly);
        widgets::HistoryPage page(history);
        page.setFolder(QStringLiteral("/f"));
        history::Run run = runIn(QStringLiteral("/f"), 1);
        run.options = options;
        Q_EMIT history.listed(QStringLiteral("/f"), {run});
        QCOMPARE(named<QTableView>(page, "history")->model()->index(0, 1).data().toString(), operation);
    }

    void approvedPlansGoAfterADay() {
        const QString folder = history::stateDirectory() + QStringLiteral("/approved");
        QVERIFY(QDir().mkdir(folder));
        write(folder + QStringLiteral("/old.tfplan"), "x");
        write(folder + QStringLiteral("/new.tfplan"), "x");
        const utimbuf old{time(nullptr) - 90000, time(nullptr) - 90000};
        QCOMPARE(utime(qPrintable(folder + QStringLiteral("/old.tfplan")), &old), 0);
        history::removeOldApprovedPlans();
        QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList{QStringLiteral("new.tfplan")});
    }

    /// Plans and applies with a secret in every possible place, then searches all files for it.
    void noSecretIsInAnyFile() {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("main.tf")), configuration);
        write(folder.filePath(QStringLiteral("terraform.tfvars")),
              "password = \"" + secret + "\"\nplain_copy = \"" + secret + "\"\n");
        {
            MainWindow window;
            window.show();
            window.openFolder(folder.path(), session::Trust::Given);
            QVERIFY(settle(window));
            auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
            QVERIFY2(approve->isEnabled(), qPrintable(approve->toolTip()));
            QTest::mouseClick(approve, Qt::LeftButton);
            QVERIFY(window.reviewPage());
            QSignalSpy settled(&window, &MainWindow::settled);
            QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
            QVERIFY(settled.wait(30000)); // applied
            QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("apply-plan-again")), Qt::LeftButton);
            QVERIFY(settled.wait(30000));
            auto* page = window.findChild<QTableView*>(QStringLiteral("history"));
            QTRY_COMPARE(page->model()->rowCount(), 3); // plan, apply, plan
            QCOMPARE(page->model()->index(1, 1).data().toString(), QStringLiteral("Apply"));
            QCOMPARE(page->model()->index(1, 0).data().toString(), QStringLiteral("✗ partly failed"));
            constexpr int counts = 3, workspace = 4, serial = 5;
            QVERIFY(page->isColumnHidden(workspace)); // all are in the same
            QVERIFY(Qt::Alignment(page->model()->index(1, serial).data(Qt::TextAlignmentRole).toInt()) &
                    Qt::AlignRight);
            QCOMPARE(page->model()->headerData(serial, Qt::Horizontal, Qt::TextAlignmentRole),
                     page->model()->index(1, serial).data(Qt::TextAlignmentRole));
            const QModelIndex made = page->model()->index(1, counts);
            QCOMPARE(made.data().toString(), QStringLiteral("+5"));
            QCOMPARE(made.data(Qt::ToolTipRole).toString(), QStringLiteral("5 create"));
            QCOMPARE(made.data(Qt::AccessibleTextRole).toString(), QStringLiteral("5 create"));
            QVERIFY(window.showView(QStringLiteral("history")));
            QCoreApplication::processEvents();
            for (int row = 0; row < page->model()->rowCount(); ++row)
                QVERIFY(page->columnWidth(counts) >= page->sizeHintForIndex(page->model()->index(row, counts)).width());

            // The selected plan shows fingerprints instead of sensitive values.
            auto* changes = window.findChild<QTreeWidget*>(QStringLiteral("history-changes"));
            page->selectRow(2);
            QTRY_COMPARE(changes->topLevelItemCount(), 6);
            QTreeWidgetItem* item = changes->findItems(QStringLiteral("terraform_data.a"), Qt::MatchExactly).value(0);
            QVERIFY(item);
            item->setExpanded(true);
            QStringList rows;
            for (int i = 0; i < item->childCount(); ++i)
                rows.append(item->child(i)->text(0) + u'=' + item->child(i)->text(2));
            const history::Fingerprints fingerprints(history::stateDirectory());
            const QString shown = QStringLiteral("secret ") + fingerprints.of(secret).left(8);
            QVERIFY2(rows.contains(QStringLiteral("input.password=") + shown), qPrintable(rows.join(u' ')));
            QVERIFY2(rows.contains(QStringLiteral("input.list[0]=") + shown), qPrintable(rows.join(u' ')));
            QVERIFY2(rows.contains(QStringLiteral("input.user=me")), qPrintable(rows.join(u' ')));

            // Exports contain the errors without the secret.
            for (const char* ending : {"txt", "md", "html"}) {
                const QString file = m_home->filePath(QStringLiteral("result.") + QString::fromLatin1(ending));
                QCOMPARE(window.findChild<widgets::ApplyPage*>()->writeTo(file), QString());
                QVERIFY(QFileInfo(file).size() > 300);
            }
        }
        QByteArrayList forms{secret, secret.toBase64(), secret.toBase64(QByteArray::OmitTrailingEquals),
                             secret.toHex()};
        // Inside a longer text, base64 has three different forms.
        for (const QByteArray& before : {QByteArray("x"), QByteArray("xy"), QByteArray()}) {
            const QByteArray encoded = QByteArray(before + secret).toBase64();
            forms.append(encoded.mid(4, 24));
        }
        QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        int count = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            for (const QByteArray& form : forms)
                QVERIFY2(!text.contains(form), qPrintable(file.fileName() + u' ' + QString::fromLatin1(form)));
            ++count;
        }
        QVERIFY2(count >= 5, qPrintable(QString::number(count))); // key, database, three exports
        QVERIFY(QDir(m_home->filePath(QStringLiteral("planlens/approved"))).isEmpty());
    }

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_home;
    ScopedEnvironment m_environment;
};

QTEST_MAIN(TestHistory)
#include "tst_history.moc"
