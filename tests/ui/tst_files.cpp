// SPDX-License-Identifier: MPL-2.0
#include "core/engine/save_plan.h"
#include "core/plans/plan.h"
#include "tests/support/windows.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/basics/text.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// Returns address, object and action of each change.
QStringList changesOf(const plans::Plan& plan) {
    QStringList all;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        all.append(qstring(change->address.toString() + " " + change->deposed + " " +
                           std::string(plans::name(change->change.action)) + " " +
                           std::string(plans::jsonName(change->reason))));
    return all;
}

bool drop(MainWindow& window, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
    return event.isAccepted();
}

QString messageTitle(const MainWindow& window) {
    QStringList texts;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisible())
            texts.append(label->text());
    return texts.join(u'\n');
}

} // namespace

class TestFiles final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void opensPlanJsonForLookingOnly();
    void keepsItsSizeWithLongNames();
    void opensWhatIsDropped();
    void opensByDialog();
    void opensSavedPlans();
    void opensByArgumentAndThroughPipe_data();
    void opensByArgumentAndThroughPipe();
    void reportsFilesThatAreNoPlans_data();
    void reportsFilesThatAreNoPlans();
    void masksWhatIsSensitive();
    void plansAFolderAfterwards();
};

void TestFiles::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestFiles::opensPlanJsonForLookingOnly() {
    MainWindow window;
    window.show();
    window.open(casePlan(QStringLiteral("actions-replace-cannot-update")));
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QVERIFY(window.result()->finished);
    const auto* note = window.findChild<widgets::PlanFileBanner*>();
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(QStringLiteral("read-only: plan.json")), qPrintable(note->text()));
    QVERIFY(window.windowTitle().startsWith(QStringLiteral("plan.json")));
    for (const char* name : {"plan", "variables"}) {
        const auto* control = window.findChild<QAbstractButton*>(QLatin1String(name));
        QVERIFY2(!control->isEnabled() && !control->isVisible(), name);
    }
    const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
    QVERIFY(!approve->isEnabled());
    QVERIFY(approve->toolTip().contains(QStringLiteral("can only be reviewed")));

    // The reason from the action reason, without suggestions for what-if.
    const QString address = qstring(window.result()->changes().resources().front()->address.toString());
    QVERIFY(window.select(address));
    QString why;
    for (const QTextEdit* page : window.findChildren<QTextEdit*>())
        why += page->toPlainText();
    QVERIFY2(QString(why + messageTitle(window)).contains(QStringLiteral("Replaced because triggers_replace changed")),
             qPrintable(why));
    const auto shown = window.result();
    window.findChild<QTreeView*>(QStringLiteral("changes"))->setFocus();
    for (const Qt::Key key : {Qt::Key_R, Qt::Key_X, Qt::Key_T})
        QTest::keyClick(&window, key, Qt::AltModifier);
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(!window.isBusy());
    QCOMPARE(window.result(), shown);
    window.approve();
    QVERIFY(!window.reviewPage());
}

void TestFiles::keepsItsSizeWithLongNames() {
    const QTemporaryDir folder;
    const QString file =
        folder.filePath(QStringLiteral("a&b-").append(QString(160, u'x')).append(QStringLiteral(".json")));
    QVERIFY(QFile::copy(casePlan(QStringLiteral("actions-replace-cannot-update")), file));
    MainWindow window;
    window.resize(1200, 800);
    window.show();
    window.open(file);
    QVERIFY(settle(window));
    QCOMPARE(window.width(), 1200);
    const auto* button = window.findChild<QPushButton*>(QStringLiteral("folder"));
    QVERIFY2(button->text().startsWith(QStringLiteral("a&&b-x")) && button->text().contains(u'…'),
             qPrintable(button->text()));
}

void TestFiles::opensWhatIsDropped() {
    MainWindow window;
    window.show();
    QVERIFY(drop(window, casePlan(QStringLiteral("actions-deposed"))));
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    const QStringList first = changesOf(*window.result()->plan);
    QVERIFY(first.join(u'\n').contains(QStringLiteral("Delete")));
    QVERIFY(drop(window, casePlan(QStringLiteral("actions-each-key"))));
    QVERIFY(settle(window));
    QVERIFY(changesOf(*window.result()->plan) != first);
}

void TestFiles::opensByDialog() {
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const QString file = casePlan(QStringLiteral("actions-update"));
    QTest::keyClick(&window, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog);
    QVERIFY(dialog->isVisible());
    dialog->hide();
    Q_EMIT dialog->fileSelected(file);
    QVERIFY(settle(window));
    QCOMPARE(window.result()->finished->file, QFileInfo(file).absoluteFilePath());
}

void TestFiles::opensSavedPlans() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" { input = 1 }\nresource "
                                                      "\"terraform_data\" \"b\" { input = terraform_data.a.id }\n");
    MainWindow window;
    window.show();
    window.open(folder.path(), session::Trust::Given);
    QVERIFY(settle(window));
    const auto planned = window.result();
    QVERIFY(planned->plan);
    const QString file = folder.filePath(QStringLiteral("saved.tfplan"));
    QVERIFY(
        !engine::savePlan(*planned->plan, planned->plan->program, *planned->config, file.toStdString()).hasErrors());
    window.open(file);
    QVERIFY(settle(window));
    const auto opened = window.result();
    QVERIFY(opened->plan && opened->finished);
    QCOMPARE(changesOf(*opened->plan), changesOf(*planned->plan));
    QVERIFY(!opened->finished->hidesValues);
    QCOMPARE(opened->plan->dependencies.instancesBehind(opened->plan->changes.resources()[1]->address).size(),
             std::size_t(1));
    QVERIFY(window.findChild<QPushButton*>(QStringLiteral("approve"))->isEnabled()); // nothing needs trust
}

void TestFiles::opensByArgumentAndThroughPipe_data() {
    QTest::addColumn<bool>("isPiped");
    QTest::newRow("argument") << false;
    QTest::newRow("pipe") << true;
}

void TestFiles::opensByArgumentAndThroughPipe() {
    QFETCH(bool, isPiped);
    QTemporaryDir folder;
    const QString picture = folder.filePath(QStringLiteral("picture.png")),
                  plan = casePlan(QStringLiteral("actions-replace-tainted"));
    QProcess program;
    if (isPiped)
        program.setStandardInputFile(plan);
    program.start(QStringLiteral(PLANLENS_WINDOW_PROGRAM),
                  {QStringLiteral("--snapshot"), picture, QStringLiteral("--select"),
                   QStringLiteral("terraform_data.a"), isPiped ? QStringLiteral("-") : plan});
    QVERIFY(program.waitForFinished(60000));
    const QByteArray said = program.readAllStandardError();
    QVERIFY2(program.exitCode() == 0, said.constData());
    QVERIFY(QFile::exists(picture));
}

void TestFiles::reportsFilesThatAreNoPlans_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("title");
    QTest::newRow("state")
        << QByteArray("{\"format_version\":\"1.0\",\"terraform_version\":\"1.5.0\",\"values\":{\"root_module\":{}}}")
        << QStringLiteral("This is a state, not a plan");
    QTest::newRow("cut off") << QByteArray("{\"format_version\":\"1.0\",\"resource_changes\":[{\"addr")
                             << QStringLiteral("The plan cannot be read");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("This is not a plan");
    QTest::newRow("zip of something else")
        << QByteArray("PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22) << QStringLiteral("plan");
}

void TestFiles::reportsFilesThatAreNoPlans() {
    QFETCH(QByteArray, content);
    QFETCH(QString, title);
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("plan"));
    write(file, content);
    MainWindow window;
    window.show();
    window.open(file);
    QVERIFY(settle(window));
    QVERIFY(!window.result()->plan);
    QVERIFY2(messageTitle(window).contains(title), qPrintable(messageTitle(window)));
    QVERIFY(window.findChild<QPushButton*>(QStringLiteral("message-action"))->isVisible());
}

void TestFiles::masksWhatIsSensitive() {
    MainWindow window;
    window.show();
    window.open(casePlan(QStringLiteral("values-sensitive")));
    QVERIFY(settle(window));
    bool hasSecret = false;
    for (const plans::ResourceInstanceChangePtr& change : window.result()->changes().resources())
        hasSecret = hasSecret || change->change.after.containsMark(values::Mark::sensitive());
    QVERIFY(hasSecret);
}

void TestFiles::plansAFolderAfterwards() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    MainWindow window;
    window.show();
    window.open(casePlan(QStringLiteral("actions-create")));
    QVERIFY(settle(window));
    window.open(folder.path(), session::Trust::Given);
    QVERIFY(settle(window));
    QVERIFY(!window.result()->finished);
    QVERIFY(!window.findChild<widgets::PlanFileBanner*>()->isVisible());
    const auto* plan = window.findChild<QAbstractButton*>(QStringLiteral("plan"));
    QVERIFY(plan->isEnabled());
    QVERIFY(plan->toolTip().contains(QStringLiteral("Ctrl+R")));
    QVERIFY(window.findChild<QPushButton*>(QStringLiteral("approve"))->isEnabled());
}

QTEST_MAIN(TestFiles)
#include "tst_files.moc"
