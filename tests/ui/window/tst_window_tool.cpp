// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// Replaces single quotes by double quotes.
QByteArray quoted(QByteArray text) {
    return text.replace('\'', '"');
}

/// A configuration whose state is in the backend "cos", and a program in place of tofu that records its
/// arguments.
class ToolFolder {
public:
    ToolFolder() {
        QDir(m_folder.path()).mkpath(QStringLiteral(".terraform"));
        QDir(m_folder.path()).mkpath(QStringLiteral("bin"));
        write(QStringLiteral("main.tf"), "terraform {\n  backend \"cos\" {\n    host = \"127.0.0.1:1\"\n    "
                                         "secret_suffix = \"state\"\n  }\n}\nresource "
                                         "\"terraform_data\" \"a\" {\n  input = 1\n}\n");
        write(QStringLiteral(".terraform/terraform.tfstate"),
              quoted("{'version':3,'backend':{'type':'cos','config':{'host':'127.0.0.1:1','secret_suffix':'"
                     "state'},'hash':"
                     "1}}"));
        write(QStringLiteral("bin/version"), "OpenTofu v1.10.3\n");
        write(QStringLiteral("bin/state"), "");
        const QString from = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/fake_tool/");
        QFile::copy(from + QStringLiteral("events"), path(QStringLiteral("bin/events")));
        QFile::copy(from + QStringLiteral("tofu"), tool());
        QFile::setPermissions(tool(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_environment.set("PLANLENS_TOOL", tool().toUtf8());
    }

    QString folder() const { return m_folder.path(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString tool() const { return path(QStringLiteral("bin/tofu")); }
    void write(const QString& name, const QByteArray& text) const { testing::write(path(name), text); }
    QByteArray asked() const { return read(path(QStringLiteral("bin/asked"))); }

private:
    QTemporaryDir m_folder;
    ScopedEnvironment m_environment;
};

} // namespace

/// The window with a state that only another program can access.
class TestWindowTool final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void asksBeforeItStartsTheTool() {
        const ToolFolder folder;
        MainWindow window;
        window.show();
        window.openFolder(folder.folder());
        QVERIFY(settle(window));
        QVERIFY(!window.result()->plan);
        QCOMPARE(folder.asked(), QByteArray());
        const auto* programs = window.findChild<QTableView*>(QStringLiteral("programs"));
        QVERIFY(programs->isVisible());
        QCOMPARE(programs->model()->index(0, 1).data().toString(),
                 QStringLiteral("tofu state pull, tofu apply (backend \"cos\")"));
        QCOMPARE(programs->model()->index(0, 3).data().toString(), folder.tool());
        window.findChild<QPushButton*>(QStringLiteral("message-action"))->click();
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
        QCOMPARE(folder.asked(), QByteArray("version\nstate pull -no-color\n"));
    }

    void appliesTheApprovedPlanWithTheTool() {
        const ToolFolder folder;
        MainWindow window;
        window.show();
        window.openFolder(folder.folder(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan && window.result()->plan->canApply());
        // From now on, the tool returns the state after the apply.
        folder.write(
            QStringLiteral("bin/state"),
            quoted("{'version':4,'terraform_version':'1.10.3','serial':7,'lineage':'l','outputs':{},'resources':[{'"
                   "mode':'managed','type':'terraform_data','name':'a','provider':'provider[\\'terraform.io/builtin/"
                   "terraform\\']','instances':[{'schema_version':0,'attributes':{'id':'i','input':{'value':1,'type':'"
                   "number'},'output':{'value':1,'type':'number'},'triggers_replace':null}}]}]}"));
        window.approve();
        QVERIFY(window.reviewPage());
        window.reviewPage()->accept();
        QVERIFY(settle(window)); // applied
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("apply-plan-again")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY2(folder.asked().contains("\napply -json /"), folder.asked().constData());
        QVERIFY(QFile::exists(folder.path(QStringLiteral("bin/applied"))));
        QVERIFY(!QFile::exists(folder.path(QStringLiteral("terraform.tfstate"))));
        QCOMPARE(window.result()->stateSource.serial, quint64(7));
        QVERIFY(!window.result()->plan->canApply());
    }

    void reportsWhereThereIsNoTool() {
        const ToolFolder folder;
        const ScopedEnvironment environment("PLANLENS_TOOL", "/nowhere/tofu");
        MainWindow window;
        window.openFolder(folder.folder(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(!window.result()->plan);
        QCOMPARE(window.result()->diagnostics[0].summary, QStringLiteral("The program tofu was not found"));
        QVERIFY(window.result()->diagnostics[0].detail.contains(QStringLiteral("backend \"cos\"")));
    }
};

QTEST_MAIN(TestWindowTool)
#include "tst_window_tool.moc"
