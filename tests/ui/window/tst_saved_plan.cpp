// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "core/workspace/state_access.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/windows.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr const char* first = "resource \"terraform_data\" \"a\" {\n  input = \"first\"\n}\n";
constexpr const char* second = "resource \"terraform_data\" \"b\" {\n  input = \"second\"\n}\n";
constexpr const char* withProgram =
    "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = "
    "\"echo ran > ran\"\n  }\n}\n";

QString inputOf(const ProjectFolder& folder) {
    return stateIn(folder.path())[QStringLiteral("resources")][0][QStringLiteral("instances")][0]
                                 [QStringLiteral("attributes")][QStringLiteral("input")][QStringLiteral("value")]
                                     .toString();
}

void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QVERIFY2(QApplication::focusWidget(), "nothing has the focus");
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
}

} // namespace

/// Saved plans that are opened in the window and applied.
class TestSavedPlan final : public QObject {
    Q_OBJECT

    static bool save(const ProjectFolder& folder, const QStringList& options = {}) {
        return folder.planlens(QStringList{QStringLiteral("plan"), QStringLiteral("-out=change.tfplan")} + options)
                   .exitCode == 0;
    }
    /// Opens the plan, and waits until it can be used with the keyboard.
    static bool open(MainWindow& window, const ProjectFolder& folder, session::Trust trust = session::Trust::NotGiven) {
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            return false;
        window.open(folder.path(QStringLiteral("change.tfplan")), trust);
        return settle(window) && window.result()->plan;
    }
    static QPushButton* approveButton(const MainWindow& window) { return named<QPushButton>(window, "approve"); }
    /// Opens the review with the keyboard and applies with Enter, after the word that it asks for.
    static void applyWithKeys(MainWindow& window) {
        key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window.reviewPage());
        if (const QString word = window.reviewPage()->word(); !word.isEmpty())
            QTest::keyClicks(QApplication::focusWidget(), word);
        else
            key(Qt::Key_Tab);
        key(Qt::Key_Return);
        QVERIFY(settle(window));
    }

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void appliesExactlyThePlan() {
        const ProjectFolder folder(first);
        QVERIFY(save(folder));
        // The plan contains its configuration, so later changes of the folder do not matter.
        folder.write(QStringLiteral("main.tf"), "resource \"terraform_data\" \"a\" {\n  input = \"later\"\n}\n");
        MainWindow window;
        QVERIFY(open(window, folder));
        QVERIFY2(named<widgets::PlanFileBanner>(window, "finished-note")
                     ->text()
                     .startsWith(QStringLiteral("Plan file: change.tfplan")),
                 qPrintable(named<widgets::PlanFileBanner>(window, "finished-note")->text()));
        QVERIFY2(approveButton(window)->isEnabled(), qPrintable(approveButton(window)->toolTip()));
        applyWithKeys(window);
        QCOMPARE(inputOf(folder), QStringLiteral("first"));
        QVERIFY(window.findChild<widgets::ApplyPage*>()->isVisible());
        QVERIFY(!approveButton(window)->isEnabled());

        // "Plan again" plans the folder, whose configuration has changed.
        auto* again = named<QPushButton>(window, "apply-plan-again");
        QVERIFY(again->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!window.result()->finished);
        QCOMPARE(window.folder(), folder.path());
        QCOMPARE(window.result()->changes().resources().size(), std::size_t(1));
    }

    void asksForTheWordOfADestroyPlan() {
        const ProjectFolder folder(first);
        COMPARE_EXIT(folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}), 0);
        QVERIFY(save(folder, {QStringLiteral("-destroy")}));
        MainWindow window;
        QVERIFY(open(window, folder));
        key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window.reviewPage());
        QCOMPARE(named<QLabel>(*window.reviewPage(), "options")->text(), QStringLiteral("-destroy"));
        key(Qt::Key_Escape);
        applyWithKeys(window);
        QVERIFY(stateIn(folder.path())[QStringLiteral("resources")].toArray().isEmpty());
    }

    void isReadOnlyIfOutdated_data() {
        QTest::addColumn<bool>("isOpenBefore");
        QTest::newRow("outdated when it is opened") << false;
        QTest::newRow("outdated while it is open") << true;
    }
    void isReadOnlyIfOutdated() {
        QFETCH(bool, isOpenBefore);
        const ProjectFolder folder(first);
        QVERIFY(save(folder));
        const auto applyAnother = [&] {
            folder.write(QStringLiteral("main.tf"), second);
            return folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}).exitCode == 0;
        };
        QVERIFY(isOpenBefore || applyAnother());
        MainWindow window;
        QVERIFY(open(window, folder));
        QCOMPARE(approveButton(window)->isEnabled(), isOpenBefore);
        if (isOpenBefore) {
            QVERIFY(applyAnother());
            applyWithKeys(window);
        }
        const QString banner = named<QLabel>(window, "banner-text")->text();
        QVERIFY2(banner.contains(QStringLiteral("Saved plan is stale")) ||
                     banner.contains(QStringLiteral("state lineage")),
                 qPrintable(banner));
        const Ran ran = folder.planlens({QStringLiteral("apply"), QStringLiteral("change.tfplan")});
        QCOMPARE(ran.exitCode, 1);
        QCOMPARE(inputOf(folder), QStringLiteral("second"));
    }

    void honoursTheLock() {
        const ProjectFolder folder(first);
        QVERIFY(save(folder));
        MainWindow window;
        QVERIFY(open(window, folder));
        workspace::Project project;
        project.directory = folder.path().toStdString();
        workspace::StateOptions options;
        options.operation = "OperationTypeApply";
        options.paths = states::localStatePaths(project.directory, project.workspace);
        project.state.paths = options.paths;
        diags::Result<workspace::OpenedState> locked = workspace::openState(project, options);
        QVERIFY(locked.isOk());
        applyWithKeys(window);
        QVERIFY2(named<QLabel>(window, "banner-text")->text().contains(QStringLiteral("lock")),
                 qPrintable(named<QLabel>(window, "banner-text")->text()));
        QVERIFY(!locked->unlock().hasErrors());
        QCOMPARE(inputOf(folder), QString());
    }

    void startsNothingBeforeTheFolderIsTrusted() {
        const ProjectFolder folder(withProgram);
        QVERIFY(save(folder));
        MainWindow window;
        QVERIFY(open(window, folder));
        QVERIFY(!approveButton(window)->isEnabled());
        QVERIFY(approveButton(window)->toolTip().contains(QStringLiteral("not trusted")));
        window.approve();
        QVERIFY(!window.reviewPage());

        auto* trust = named<QPushButton>(window, "trust-plan");
        QVERIFY(trust->isVisible());
        QTest::mouseClick(trust, Qt::LeftButton);
        const QAbstractItemModel& programs = *named<QTableView>(window, "programs")->model();
        QCOMPARE(programs.index(0, 3).data().toString(), QStringLiteral("command = \"echo ran > ran\""));
        QVERIFY(!folder.has(QStringLiteral("ran")));
        QTest::mouseClick(named<QPushButton>(window, "message-action"), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY2(approveButton(window)->isEnabled(), qPrintable(approveButton(window)->toolTip()));
        approveButton(window)->setFocus();
        applyWithKeys(window);
        QVERIFY(folder.has(QStringLiteral("ran")));
    }

    void isForItsWorkspaceOnly() {
        const ProjectFolder folder(first);
        QVERIFY(save(folder));
        COMPARE_EXIT(folder.planlens({QStringLiteral("workspace"), QStringLiteral("new"), QStringLiteral("other")}), 0);
        MainWindow window;
        QVERIFY(open(window, folder));
        QVERIFY(!approveButton(window)->isEnabled());
        const QString banner = named<QLabel>(window, "banner-text")->text();
        QVERIFY2(banner.contains(QStringLiteral("another workspace")), qPrintable(banner));
    }
};

QTEST_MAIN(TestSavedPlan)
#include "tst_saved_plan.moc"
