// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/windows.h"
#include "tests/ui/approval/approved_window.h"
#include "ui/controls/wrapping_table.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/program_table.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCheckBox>
#include <QDateTime>
#include <QDir>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The review of a plan before its approval.
class TestApproval final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void namesTheProvisionersThatRun() {
        const QByteArray provisioned =
            "resource \"terraform_data\" \"kept\" {\n  provisioner \"local-exec\" {\n    command "
            "= \"true\"\n  }\n}\n";
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), provisioned));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY(write(
            folder.filePath(QStringLiteral("main.tf")),
            provisioned +
                QByteArray(provisioned).replace("kept", "new_one").replace("provisioner", "count = 4\n  provisioner")));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        window.approve();
        QVERIFY(window.reviewPage());
        const auto* programs = window.reviewPage()->findChild<QTableView*>(QStringLiteral("programs"));
        QVERIFY(programs);
        QCOMPARE(programs->model()->rowCount(), 1);
        QCOMPARE(cell(*programs, 0, 1), QStringLiteral("local-exec (terraform_data.new_one) ×4"));
    }

    void dialogDescribesTheProgram() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        window.approve();
        QVERIFY(window.reviewPage());
        QCOMPARE(text(*window.reviewPage(), "state"), QStringLiteral("none yet"));
        QCOMPARE(text(*window.reviewPage(), "options"), QStringLiteral("none"));
        QCOMPARE(text(*window.reviewPage(), "hash"), QString(window.result()->planHash.left(16) % u'…'));
        QVERIFY(named<QLabel>(*window.reviewPage(), "hash")->toolTip().endsWith(window.result()->planHash));
        QVERIFY(text(*window.reviewPage(), "age").contains(QStringLiteral(" s ago (20")));
        QVERIFY(!window.reviewPage()->findChild<QTableView*>(QStringLiteral("destroyed")));
        window.reviewPage()->reject();
        QTRY_VERIFY(!window.reviewPage());
        QVERIFY(applyAll(window));

        // The plan destroys an object, and an option is set.
        const QString id = stateIn(folder.path())[QStringLiteral("resources")][0][QStringLiteral("instances")][0]
                                                 [QStringLiteral("attributes")][QStringLiteral("id")]
                                                     .toString();
        QVERIFY(!id.isEmpty());
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"user\" {\n  input = 2\n}\n"));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(window.select(QStringLiteral("terraform_data.base")));
        window.approve();
        QVERIFY(window.reviewPage());
        const auto* destroyed = window.reviewPage()->findChild<QTableView*>(QStringLiteral("destroyed"));
        QVERIFY(destroyed);
        QCOMPARE(destroyed->model()->rowCount(), 1);
        QCOMPARE(cell(*destroyed, 0, 0), QStringLiteral("− destroy"));
        QCOMPARE(cell(*destroyed, 0, 1), QStringLiteral("terraform_data.base"));
        QCOMPARE(cell(*destroyed, 0, 2), id);
        const QJsonObject state = stateIn(folder.path());
        const QString lineage = state[QStringLiteral("lineage")].toString();
        QCOMPARE(
            text(*window.reviewPage(), "state"),
            QStringLiteral("serial %1, lineage %2").arg(state[QStringLiteral("serial")].toInt()).arg(lineage.left(8)));
        QCOMPARE(named<QLabel>(*window.reviewPage(), "state")->toolTip(), lineage);
        QCOMPARE(text(*window.reviewPage(), "reviewed"), QStringLiteral("0 of 2 changes"));
        window.reviewPage()->reject();
    }

    void optionsInForceAreNamed() {
        session::Result result;
        auto plan = std::make_shared<plans::Plan>();
        result.plan = plan;
        result.request.mode = session::PlanMode::Destroy;
        result.request.reading = session::Reading::None;
        result.request.replace = {QStringLiteral("a.b[\"c\"]")};
        result.request.exclude = {QStringLiteral("d.e")};
        result.request.variableFiles = {QStringLiteral("x.tfvars")};
        result.request.variables = {{QStringLiteral("token"), QStringLiteral("hush")}};
        QCOMPARE(
            widgets::approvalOf(result).options,
            QStringLiteral("-destroy -refresh=false -replace=a.b[\"c\"] -exclude=d.e -var-file=x.tfvars -var token=…"));
    }

    void plansOfFilesHaveTheirTime() {
        session::Result result;
        auto plan = std::make_shared<plans::Plan>();
        plan->timestampText = "2026-11-29T12:55:52Z";
        result.plan = plan;
        QCOMPARE(widgets::approvalOf(result).plannedAt, QDateTime({2026, 11, 29}, {12, 55, 52}, Qt::UTC));
    }

    void marksCountInTheApproval() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        QApplication::setActiveWindow(&window);
        const QModelIndex first = tree->model()->index(0, 0);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(first).center());
        QTest::keyClick(tree, Qt::Key_Space);
        const auto isReviewed = [&](int row) {
            return tree->model()->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
        };
        QVERIFY(isReviewed(0));
        QVERIFY(!isReviewed(1));
        QCOMPARE(text(window, "reviewed"), QStringLiteral("Reviewed 1 / 2"));
        window.approve();
        QCOMPARE(text(*window.reviewPage(), "reviewed"), QStringLiteral("1 of 2 changes"));
        window.reviewPage()->reject();

        // The same plan keeps the mark when planned again; another change of the same object does not.
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(isReviewed(0));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      QByteArray(configuration).replace("input = 1", "input = 7")));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!isReviewed(0));
        QCOMPARE(text(window, "reviewed"), QStringLiteral("Reviewed 0 / 2"));
    }

    void ctrlReturnOpensTheApproval() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QApplication::setActiveWindow(&window);
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(window.reviewPage());
        window.reviewPage()->reject();
    }

    void enterAppliesOnceTheWordIsTyped() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "# nothing\n"));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));

        window.approve();
        const widgets::ReviewPage* review = window.reviewPage();
        QVERIFY(review->isVisible());
        auto* word = review->findChild<QLineEdit*>(QStringLiteral("word"));
        QVERIFY(word->hasFocus());
        QTest::keyClicks(word, review->word().chopped(1));
        QTest::keyClick(word, Qt::Key_Return); // an incomplete word has no effect
        QCOMPARE(window.reviewPage(), review);
        QTest::keyClick(word, Qt::Key_Escape);
        QVERIFY(!window.reviewPage());
        QCOMPARE(stateIn(folder.path())[QStringLiteral("resources")].toArray().size(), 2);

        window.approve();
        review = window.reviewPage();
        word = review->findChild<QLineEdit*>(QStringLiteral("word"));
        QTest::keyClicks(word, review->word());
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::keyClick(word, Qt::Key_Return);
        QVERIFY(settled.wait(30000));
        QCOMPARE(stateIn(folder.path())[QStringLiteral("resources")].toArray().size(), 0);
    }

    void requiredConditionsMustBeMet() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "# nothing\n"));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
        QVERIFY(write(folder.filePath(QStringLiteral(".planlens/policy.json")), R"({"gates": ["destroys-reviewed"]})"));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));

        window.approve();
        const widgets::ReviewPage& review = *window.reviewPage();
        const auto* gate = named<QCheckBox>(review, "gate-destroys-reviewed");
        QVERIFY(gate->isChecked() && !gate->isEnabled()); // the policy of the folder decides
        const auto* apply = named<QPushButton>(review, "apply");
        QTest::keyClicks(named<QLineEdit>(review, "word"), review.word());
        QVERIFY(!apply->isEnabled());
        QCOMPARE(text(review, "state-destroys-reviewed"), QStringLiteral("✗ 2 not reviewed"));
        // The changes are marked in the list beside the review.
        auto* tree = named<QTreeView>(window, "changes");
        for (const char* address : {"terraform_data.base", "terraform_data.user"}) {
            QVERIFY(window.select(QLatin1String(address)));
            QTest::keyClick(tree, Qt::Key_Space);
        }
        QCOMPARE(text(review, "state-destroys-reviewed"), QStringLiteral("✓ met"));
        QVERIFY(apply->isEnabled());
        named<QCheckBox>(review, "gate-typed-word")->click(); // the user decides about the others
        named<QLineEdit>(review, "word")->clear();
        QVERIFY(apply->isEnabled());
    }

    void changesCanBeLookedAtDuringAReview() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
        const widgets::ReviewPage* review = window.reviewPage();
        QVERIFY(review && review->isVisible());
        QVERIFY(!window.graphView().isVisible()); // the review needs the space
        auto* tree = named<QTreeView>(window, "changes");
        const QModelIndex change = tree->model()->index(0, 0, tree->model()->index(0, 0));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(change).center());
        QVERIFY(!review->isVisible());
        QVERIFY(window.graphView().isVisible());
        QVERIFY(whyText(window).contains(change.data(models::AddressRole).toString()));
        QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window.reviewPage(), review); // the same one, as it was left
        QVERIFY(review->isVisible());
        // Another plan ends it.
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!window.reviewPage());
    }

    void namesFailedChecks() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      QByteArray(configuration) +
                          "check \"health\" {\n  assert {\n    condition     = terraform_data.base.input > 2\n"
                          "    error_message = \"Too small.\"\n  }\n}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        window.approve();
        QVERIFY(window.reviewPage());
        QVERIFY(text(*window.reviewPage(), "failedChecks").endsWith(QStringLiteral("check.health – Too small.")));
        window.reviewPage()->reject();
    }

    /// While a plan is reviewed, nothing else applies it, and nothing covers the list of destroyed objects.
    void reviewHasTheOnlyButtonThatApplies() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* approve = named<QPushButton>(window, "approve");
        window.showView(QStringLiteral("log"));
        auto* drawer = window.findChild<widgets::DetailPanel*>();
        QVERIFY(drawer->isOpen() && approve->isVisible());
        window.approve();
        QVERIFY(!drawer->isOpen() && !approve->isVisible());
        window.showView(QStringLiteral("log")); // the user can still read it
        QVERIFY(drawer->isOpen() && window.reviewPage()->isVisible() && !approve->isVisible());
        window.reviewPage()->reject();
        QVERIFY(approve->isVisible());
    }

    void findingsAndDangerousObjectsAreWholeAndFirst() {
        widgets::Approval approval;
        const QString module = QStringLiteral("module.platform_landing_zone_connectivity[\"eu-central-1/frontend\"].");
        for (const char* name : {"r10", "r2", "db"}) {
            const QString address = module + QStringLiteral("terraform_data.") + QLatin1String(name);
            approval.destroyed.append({address, QString::fromLatin1(name), name[0] == 'd'});
        }
        approval.highRisk.append(approval.destroyed.last().address);
        approval.findings.append(QStringLiteral("⚠ high risk: Database destroyed – ") +
                                 approval.destroyed.last().address);
        widgets::ReviewPage page(approval, widgets::Gates({}));
        page.resize(800, 600);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto* table = page.findChild<QTableView*>(QStringLiteral("destroyed"));
        QStringList ids;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            ids.append(cell(*table, row, 2));
        QCOMPARE(ids, QStringList({QStringLiteral("db"), QStringLiteral("r2"), QStringLiteral("r10")}));
        QVERIFY(cell(*table, 0, 0).contains(u'⚠'));
        const auto* findings = page.findChild<QListWidget*>(QStringLiteral("findings"));
        QVERIFY(findings->visualItemRect(findings->item(0)).height() > findings->fontMetrics().lineSpacing() * 3 / 2);
        QVERIFY(findings->viewport()->rect().contains(findings->visualItemRect(findings->item(0))));
    }

    void buttonCountsAllChanges_data() {
        QTest::addColumn<QList<int>>("counts"); // destroy, replace, update, create, forget
        QTest::addColumn<QString>("button");
        QTest::newRow("nothing") << QList<int>{0, 0, 0, 0, 0} << QStringLiteral("Apply");
        QTest::newRow("created") << QList<int>{0, 0, 3, 2, 0} << QStringLiteral("Create 2, update 3");
        QTest::newRow("destroyed") << QList<int>{1, 3, 0, 0, 0} << QStringLiteral("Destroy 1, replace 3");
        QTest::newRow("forgotten") << QList<int>{0, 0, 0, 3, 1} << QStringLiteral("Forget 1 and apply 3 more");
        QTest::newRow("more") << QList<int>{1, 3, 3, 2, 0} << QStringLiteral("Destroy 1, replace 3 and apply 5 more");
    }
    void buttonCountsAllChanges() {
        QFETCH(QList<int>, counts);
        QFETCH(QString, button);
        widgets::Approval approval;
        approval.destroy = counts[0];
        approval.replace = counts[1];
        approval.update = counts[2];
        approval.create = counts[3];
        approval.forget = counts[4];
        QCOMPARE(widgets::approvalAction(approval), button);
    }

    /// In the space that the window of 1280 x 800 has for it.
    void nothingIsBelowTheFold() {
        widgets::Approval approval;
        for (int i = 0; i < 6; ++i)
            approval.destroyed.append({QStringLiteral("terraform_data.r%1").arg(i), QString::number(i), i % 2 == 0});
        approval.destroy = approval.replace = 3;
        for (int i = 0; i < 4; ++i)
            approval.programs.append({session::Program::Kind::Provisioner,
                                      QStringLiteral("local-exec"),
                                      {},
                                      QStringLiteral("make deploy %1").arg(i)});
        approval.findings.append(QStringLiteral("⚠ high risk: Database destroyed – terraform_data.r0"));
        widgets::ReviewPage page(approval, widgets::Gates({}));
        page.resize(840, 540);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QTRY_COMPARE(page.findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
        // No table is half empty.
        page.resize(840, 1200);
        const auto* table = page.findChild<QTableView*>(QStringLiteral("destroyed"));
        QTRY_VERIFY(table->viewport()->height() <= table->verticalHeader()->length() + theme::rowHeight);
    }

    void factsAreWholeInNarrowWindows() {
        widgets::Approval approval;
        approval.planHash = QString(64, u'a');
        approval.plannedAt = approval.readAt = QDateTime::currentDateTime();
        approval.workspace = QStringLiteral("default");
        approval.stateLineage = QStringLiteral("d3e2e8fb-6819-8182-1067-8f7a909bf803");
        approval.changes = approval.destroy = 1200;
        approval.destroyed.append({QStringLiteral("terraform_data.a"), {}, false});
        widgets::ReviewPage page(approval, widgets::Gates({}));
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QVERIFY(named<QLabel>(page, "counts")->text().startsWith(QLocale().toString(1200)));
        for (const int width : {660, 720, 880, 1200}) {
            page.resize(width, 300);
            for (const char* name : {"hash", "age", "workspace", "state", "options", "reviewed"}) {
                const auto* fact = named<QLabel>(page, name);
                QTRY_VERIFY2(fact->height() >= fact->heightForWidth(fact->width()),
                             qPrintable(QStringLiteral("%1 at %2").arg(QLatin1String(name)).arg(width)));
            }
        }
    }

    void versionsAreShownOnlyIfThereAreAny() {
        const session::Program script{session::Program::Kind::Provisioner,
                                      QStringLiteral("local-exec"),
                                      {},
                                      QStringLiteral("command = \"true\"")};
        session::Program provider{session::Program::Kind::Provider, QStringLiteral("hashicorp/null"),
                                  QStringLiteral("3.2.0"), QStringLiteral("p")};
        widgets::ProgramTable table;
        constexpr int version = 2;
        table.setPrograms({script});
        QVERIFY(table.isColumnHidden(version));
        table.setPrograms({script, provider});
        QVERIFY(!table.isColumnHidden(version));
    }

    /// In a wide window too, the eye does not have to travel from an address to its identifier.
    void identifiersStandBesideAddresses() {
        widgets::Approval approval;
        const QString id = QStringLiteral("6f236647-e268-f7e8-f8e6-9c735ee9f37a");
        for (const char* address : {"terraform_data.short", "module.service[\"payment\"].terraform_data.instance[0]"})
            approval.destroyed.append({QString::fromLatin1(address), id, false});
        widgets::ReviewPage page(approval, widgets::Gates({}));
        page.resize(2200, 800);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        const auto* table = page.findChild<QTableView*>(QStringLiteral("destroyed"));
        const qsizetype length = std::max(cell(*table, 0, 1).size(), cell(*table, 1, 1).size());
        const int longest = widgets::WrappingTable::widthOf(int(length));
        QVERIFY(std::abs(table->columnViewportPosition(2) - table->columnViewportPosition(1) - longest) < 32);
        QCOMPARE(table->columnViewportPosition(2) + table->columnWidth(2), table->viewport()->width());
    }

    /// Long addresses wrap, so that their keys, the actions and the identifiers stay visible.
    void destroyedObjectsAreWhole() {
        widgets::Approval approval;
        const QString id = QStringLiteral("6f236647-e268-f7e8-f8e6-9c735ee9f37a");
        const QString module = QStringLiteral("module.platform_landing_zone_connectivity[\"eu-central-1/frontend\"]");
        for (int i = 0; i < 3; ++i) {
            const QString address =
                QStringLiteral("%1.terraform_data.private_dns_zone_virtual_network_link[\"privatelink-%2\"]")
                    .arg(module)
                    .arg(i);
            approval.destroyed.append({address, id, i == 0});
        }
        widgets::ReviewPage page(approval, widgets::Gates({}));
        page.resize(800, 600);
        page.show();
        const auto* table = page.findChild<QTableView*>(QStringLiteral("destroyed"));
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QCOMPARE(cell(*table, 2, 0), QStringLiteral("± replace")); // after those that are only destroyed
        for (const auto& [row, kind] :
             {std::pair(0, theme::ActionKind::Delete), std::pair(2, theme::ActionKind::Replace)})
            QCOMPARE(table->model()->index(row, 0).data(Qt::ForegroundRole).value<QColor>(),
                     theme::color(kind, theme::currentScheme()));
        QVERIFY(table->horizontalScrollBar()->maximum() == 0);
        const QFontMetricsF metrics(theme::monospaceFont());
        for (const int column : {1, 2}) {
            const QRect cell = table->visualRect(table->model()->index(0, column));
            QVERIFY(table->viewport()->rect().contains(cell));
            const QString text = table->model()->index(0, column).data().toString();
            const int length = int((cell.width() - 8) / metrics.horizontalAdvance(u'M'));
            const int lines = int(text.size() + length - 1) / length;
            QVERIFY(cell.height() >= lines * metrics.lineSpacing());
            QVERIFY(cell.height() < 4 * theme::rowHeight);
        }
        QVERIFY(table->horizontalHeader()->sectionResizeMode(2) == QHeaderView::Interactive);
    }
};

QTEST_MAIN(TestApproval)
#include "tst_approval.moc"
