// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "core/providers/plugin/process/record.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/models/log_model.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <csignal>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {
constexpr const char* configuration = R"(
terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
provider "test" {
  token = "token-of-provider"
}
variable "password" {
  type      = string
  sensitive = true
}
resource "test_thing" "first" {
  name = "first"
}
resource "test_thing" "second" {
  name = test_thing.first.id
}
)";

/// Returns a script of a provider with these events.
QByteArray script(const QByteArray& events) {
    return R"({"schemas": {"provider": {"version": 0, "block": {"attributes": {"token": {"type": "string", "optional": true, "sensitive": true}}}},
        "resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
        "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true}}}}}},
        "managed": {"test_thing": {"computed": {"id": {"$format": "id-{name}"}}}},
        "events": [)" +
           events + "]}";
}

/// A folder whose provider is a development override.
class PluginFolder {
public:
    explicit PluginFolder(const QByteArray& events = {}) {
        for (const char* name : {"plugin", "tmp"})
            QDir(m_folder.path()).mkdir(QLatin1String(name));
        write(QStringLiteral("main.tf"), configuration);
        write(QStringLiteral("terraform.tfvars"), "password = \"hunter2-hunter2\"\n");
        write(QStringLiteral("plugin/provider.json"), script(events));
        QFile::link(QStringLiteral(PLANLENS_TEST_PROVIDER_PROGRAM),
                    path(QStringLiteral("plugin/terraform-provider-test")));
        write(QStringLiteral("cli.tfrc"),
              "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                  path(QStringLiteral("plugin")).toUtf8() + "\"\n  }\n}\n");
        m_environment.set("TF_CLI_CONFIG_FILE", path(QStringLiteral("cli.tfrc")).toUtf8());
        m_environment.set("PLANLENS_TEST_LOG", path(QStringLiteral("calls")).toUtf8());
        m_environment.set("TMPDIR", path(QStringLiteral("tmp")).toUtf8());
    }
    QString path(const QString& name = {}) const { return name.isEmpty() ? m_folder.path() : m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& text) const { testing::write(path(name), text); }
    QByteArray read(const QString& name) const { return testing::read(path(name)); }
    /// Returns how often a call was made.
    int calls(const char* name) const {
        return int(read(QStringLiteral("calls")).count(QByteArray(QByteArray("\"call\":\"") + name + "\"")));
    }
    bool isPluginLeft() const {
        for (const QByteArray& line : read(QStringLiteral("calls")).split('\n'))
            if (const int process = QJsonDocument::fromJson(line).object()[QStringLiteral("pid")].toInt();
                process > 0 && ::kill(process, 0) == 0)
                return true;
        return false;
    }
    bool isSocketLeft() const {
        QStringList left = QDir(path(QStringLiteral("tmp")))
                               .entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
        left.removeIf(
            [](const QString& name) { return name.startsWith(QStringLiteral("runtime-")); }); // created by Qt's code
        return !left.isEmpty();
    }

private:
    QTemporaryDir m_folder;
    ScopedEnvironment m_environment;
};

QTableView& table(MainWindow& window, const char* name) {
    return *window.findChild<QTableView*>(QLatin1String(name));
}

QString cell(const QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
}

QString whole(const QTableView& table) {
    QString text;
    for (int row = 0; row < table.model()->rowCount(); ++row)
        for (int column = 0; column < table.model()->columnCount(); ++column)
            text += cell(table, row, column) + (column + 1 == table.model()->columnCount() ? u'\n' : u' ');
    return text;
}

} // namespace

/// The window with provider processes.
class TestWindowPlugins final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    /// With stored schemas, a plan is estimated without the providers, but cannot be approved.
    void estimatesWithoutProviders() {
        const PluginFolder folder;
        QDir(folder.path()).mkdir(QStringLiteral(".terraform"));
        {
            MainWindow window;
            window.openFolder(folder.path(), session::Trust::Given);
            QVERIFY(settle(window));
            QVERIFY(window.result()->plan && window.result()->plan->quality == plans::Quality::Exact);
        }
        folder.write(QStringLiteral("cli.tfrc"), "");
        const int before = folder.calls("");
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(!window.result()->plan);
        QVERIFY(window.result()->canEstimate);
        auto& offer = *window.findChild<QPushButton*>(QStringLiteral("banner-offer"));
        QVERIFY(offer.isVisible());
        QTest::mouseClick(&offer, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
        QVERIFY(window.result()->plan->quality == plans::Quality::Estimate);
        QVERIFY(!window.result()->plan->canApply());
        QVERIFY(!window.result()->changes().resources().empty());
        const auto& approve = *window.findChild<QPushButton*>(QStringLiteral("approve"));
        QVERIFY(!approve.isEnabled());
        QCOMPARE(approve.toolTip(), QStringLiteral("An estimate cannot be applied. Plan with the providers first."));
        QVERIFY(offer.isVisible());
        QTest::mouseClick(&offer, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(window.result()->isOutdated); // the estimate is still shown
        QVERIFY(window.result()->hasErrors());
        QCOMPARE(folder.calls(""), before);
    }

    void namesTheProgramsBeforeItStartsThem() {
        const PluginFolder folder;
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QCOMPARE(window.result()->programs.untrusted.size(), 1);
        QCOMPARE(folder.calls(""), 0);
        const QTableView& programs = table(window, "programs");
        QVERIFY(programs.isVisible());
        QCOMPARE(cell(programs, 0, 1), QStringLiteral("example.com/tests/test"));
        QCOMPARE(cell(programs, 0, 2), QStringLiteral("under development"));
        QCOMPARE(cell(programs, 0, 3), QStringLiteral("plugin/terraform-provider-test"));
        window.findChild<QPushButton*>(QStringLiteral("message-action"))->click();
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
        QVERIFY(!programs.isVisible());
    }

    void namesVersionsOfThirtyProviders() {
        QTemporaryDir folder;
        QByteArray configured = "terraform {\n  required_providers {\n", locks;
        for (int i = 0; i < 30; ++i) {
            const QByteArray name = "provider" + QByteArray::number(i);
            configured += "    " + name + " = { source = \"acme/" + name + "\" }\n";
            locks += "provider \"registry.opentofu.org/acme/" + name + "\" {\n  version = \"1.2." +
                     QByteArray::number(i) + "\"\n}\n";
            const QString package =
                folder.filePath(QStringLiteral(".terraform/providers/registry.opentofu.org/acme/%1/1.2.%2/linux_amd64")
                                    .arg(QString::fromLatin1(name))
                                    .arg(i));
            QVERIFY(QDir().mkpath(package));
            if (i > 0) {
                QFile program(package +
                              QStringLiteral("/terraform-provider-%1_v1.2.%2").arg(QString::fromLatin1(name)).arg(i));
                QVERIFY(program.open(QIODevice::WriteOnly));
            }
        }
        const auto write = [&](const char* name, const QByteArray& text) {
            testing::write(folder.filePath(QLatin1String(name)), text);
        };
        write("main.tf", configured + "  }\n}\n");
        write(".terraform.lock.hcl", locks);
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        const QTableView& programs = table(window, "programs");
        QCOMPARE(programs.model()->rowCount(), 30);
        QVERIFY(window.rect().contains(QRect(programs.mapTo(&window, QPoint()), programs.size())));
        QCOMPARE(cell(programs, 1, 2), QStringLiteral("1.2.1"));
        QCOMPARE(cell(programs, 1, 3), QStringLiteral(".terraform/providers/registry.opentofu.org/acme/provider1/1.2.1/"
                                                      "linux_amd64/terraform-provider-provider1_v1.2.1"));
        QCOMPARE(cell(programs, 0, 3), QStringLiteral("(not installed)"));
    }

    void showsWhatProvidersSayWithoutSecrets() {
        const QStringList said{QStringLiteral("{'@level':'warn','@message':'careful with "
                                              "token-of-provider','@module':'m','password':'hunter2-hunter2'}")
                                   .replace(u'\'', u'"'),
                               QStringLiteral("[DEBUG] a detail"),
                               QStringLiteral("hunter2-hunter2 plainly"),
                               {}};
        const QJsonObject event{{QStringLiteral("call"), QStringLiteral("PlanResourceChange")},
                                {QStringLiteral("at"), 1},
                                {QStringLiteral("stderr"), said.join(u'\n')}};
        const PluginFolder folder(QJsonDocument(event).toJson());
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(window.showView(QStringLiteral("log")));
        QTableView& log = table(window, "log");
        QTRY_VERIFY(whole(log).contains(QStringLiteral("careful")));
        const QString shown = whole(log);
        QVERIFY2(shown.contains(QStringLiteral("! warning example.com/tests/test careful with (sensitive value)  "
                                               "@module=m  password=(sensitive value)")),
                 qPrintable(shown));
        QVERIFY(!shown.contains(QStringLiteral("a detail")));
        auto* level = window.findChild<QComboBox*>(QStringLiteral("log-level"));
        level->setCurrentIndex(level->count() - 1);
        QVERIFY(whole(log).contains(QStringLiteral("a detail")));
        QVERIFY(whole(log).contains(QStringLiteral("(sensitive value) plainly")));
        QVERIFY(whole(log).contains(QStringLiteral("starting plugin")));
        const int all = log.model()->rowCount();

        // Words filter the lines, the selected line is shown completely, and copying copies the visible text.
        auto* filter = window.findChild<QLineEdit*>(QStringLiteral("log-filter"));
        QTest::keyClicks(filter, QStringLiteral("CAREFUL tests/test"));
        QCOMPARE(log.model()->rowCount(), 1);
        QCOMPARE(window.findChild<QLabel*>(QStringLiteral("log-count"))->text(),
                 QStringLiteral("1 of %1 lines").arg(all));
        log.selectRow(0);
        QCOMPARE(window.findChild<QPlainTextEdit*>(QStringLiteral("log-line"))->toPlainText(),
                 QStringLiteral("careful with (sensitive value)\n\n@module=m\npassword=(sensitive value)"));
        QApplication::setActiveWindow(&window);
        log.setFocus();
        QTest::keyClick(&log, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().endsWith(QStringLiteral(
            "example.com/tests/test: careful with (sensitive value)  @module=m  password=(sensitive value)\n")));
        log.clearSelection();
        filter->clear();
        window.findChild<QToolButton*>(QStringLiteral("log-copy"))->click();
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), all);
        QVERIFY(!QApplication::clipboard()->text().contains(QStringLiteral("hunter2")));
        QTest::keyClicks(filter, QStringLiteral("nothing has this"));
        QVERIFY(!log.isVisible());
    }

    void staysFastWhenAProviderFloodsItsLog() {
        const PluginFolder folder(R"({"call": "PlanResourceChange", "flood_stderr": 20000000})");
        MainWindow window;
        window.show();
        window.showView(QStringLiteral("log"));
        qint64 longest = 0;
        QElapsedTimer clock;
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] { longest = std::max(longest, clock.restart()); });
        window.openFolder(folder.path(), session::Trust::Given);
        auto* level = window.findChild<QComboBox*>(QStringLiteral("log-level"));
        level->setCurrentIndex(level->count() - 1);
        clock.start();
        tick.start(10);
        QVERIFY(settle(window));
        tick.stop();
        const QString count = window.findChild<QLabel*>(QStringLiteral("log-count"))->text();
        QTRY_VERIFY2(table(window, "log").model()->rowCount() >= int(models::LogModel::defaultLinesOfEachKind) - 1000,
                     qPrintable(count));
        QVERIFY2(count.contains(QStringLiteral("dropped")), qPrintable(count));
        QVERIFY(table(window, "log").model()->rowCount() <= 2 * int(models::LogModel::defaultLinesOfEachKind));
        QVERIFY2(longest < 1000, qPrintable(QStringLiteral("the window stood still for %1 ms").arg(longest)));
    }

    void showsWhichProvidersRun() {
        const PluginFolder folder;
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(window.showView(QStringLiteral("providers")));
        const auto* page = window.findChild<QTableView*>(QStringLiteral("providers"));
        QVERIFY(page && page->isVisible());
        QCOMPARE(page->model()->rowCount(), 1);
        QVERIFY(cell(*page, 0, 0).contains(QStringLiteral("idle since")));
        QCOMPARE(cell(*page, 0, 1), QStringLiteral("example.com/tests/test"));
        QVERIFY(::kill(cell(*page, 0, 3).toInt(), 0) == 0 && cell(*page, 0, 5).contains(QStringLiteral("not checked")));
        ::kill(cell(*page, 0, 3).toInt(), SIGKILL);
        QTRY_VERIFY(cell(*page, 0, 0).contains(QStringLiteral("✗ ended: signal: killed")));
        // The next plan starts the provider again.
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!window.result()->hasErrors() && !window.result()->isOutdated);
        const QString process = cell(*page, 0, 3);
        window.findChild<QAction*>(QStringLiteral("restart-providers"))->trigger();
        QVERIFY(settle(window) && !window.result()->hasErrors());
        QVERIFY(cell(*page, 0, 3) != process);
    }

    void stopsIdleProvidersAndKnowsTheirSchemas() {
        const PluginFolder folder;
        session::PlanningSession session;
        session.stopPluginsAfter(std::chrono::milliseconds(300));
        QSignalSpy planned(&session, &session::PlanningSession::planned);
        session::Request request;
        request.folder = folder.path();
        request.trust = session::Trust::Given;
        session.plan(request);
        QVERIFY(planned.wait(20000));
        QVERIFY(planned.last()[0].value<std::shared_ptr<const session::Result>>()->plan);
        QCOMPARE(session.plugins().size(), std::size_t(1));
        QVERIFY(session.plugins()[0].isRunning());
        QTRY_VERIFY(!session.plugins()[0].isRunning());
        QVERIFY(session.plugins()[0].end == providers::plugin::Status::End::AsAsked);
        QVERIFY(!folder.isPluginLeft());
        session.plan(request);
        QVERIFY(planned.wait(20000));
        QVERIFY(!planned.last()[0].value<std::shared_ptr<const session::Result>>()->hasErrors());
        QCOMPARE(session.plugins().size(), std::size_t(2));
        QCOMPARE(folder.calls("GetProviderSchema"), 1);
    }

    void keepsProvidersOverPlansInTime() {
        const PluginFolder folder;
        session::PlanningSession session;
        QSignalSpy planned(&session, &session::PlanningSession::planned);
        session::Request request;
        request.folder = folder.path();
        request.trust = session::Trust::Given;
        for (int i = 0; i < 3; ++i) {
            session.plan(request);
            QVERIFY(planned.wait(20000));
        }
        QCOMPARE(session.plugins().size(), std::size_t(1));
    }

    void leavesWithoutWaitingForItsProvider() {
        const PluginFolder folder(R"({"call": "ApplyResourceChange", "hang": true})");
        const QPointer session(new session::PlanningSession);
        QSignalSpy planned(session, &session::PlanningSession::planned);
        session::Request request;
        request.folder = folder.path();
        request.trust = session::Trust::Given;
        session->plan(request);
        QVERIFY(planned.wait(20000));
        session->apply(planned.last()[0].value<std::shared_ptr<const session::Result>>());
        QTRY_COMPARE_WITH_TIMEOUT(folder.calls("ApplyResourceChange"), 1, 20000);
        const int plugin = int(session->plugins()[0].process);
        session->deleteWhenStopped();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(session && folder.isPluginLeft()); // the session waits for the plugin
        ::kill(plugin, SIGKILL);
        QTRY_VERIFY(!session);
        QVERIFY(!folder.isPluginLeft());
    }

    void closesWhilePlanningWithoutLeavingAnything_data() {
        QTest::addColumn<QByteArray>("event");
        QTest::newRow("slow") << QByteArray(R"({"call": "PlanResourceChange", "delay_ms": 60000})");
        QTest::newRow("hangs") << QByteArray(R"({"call": "PlanResourceChange", "hang": true})");
    }
    void closesWhilePlanningWithoutLeavingAnything() {
        QFETCH(QByteArray, event);
        const PluginFolder folder(event);
        {
            MainWindow window;
            window.show();
            window.openFolder(folder.path(), session::Trust::Given);
            QTRY_VERIFY_WITH_TIMEOUT(folder.calls("PlanResourceChange") > 0, 20000);
            window.close();
            QTRY_VERIFY(!window.isVisible());
        }
        QTRY_VERIFY(!folder.isPluginLeft()); // the window does not wait for it
        QTRY_VERIFY(!folder.isSocketLeft());
    }

    void endsAtASignalWithoutLeavingAnything() {
        const PluginFolder folder(R"({"call": "PlanResourceChange", "hang": true})");
        QProcess program;
        program.start(QStringLiteral(PLANLENS_WINDOW_PROGRAM), {QStringLiteral("--trust"), folder.path()});
        QTRY_VERIFY_WITH_TIMEOUT(folder.calls("PlanResourceChange") > 0, 20000);
        program.terminate();
        QVERIFY(program.waitForFinished(20000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 128 + SIGTERM);
        QVERIFY(!folder.isPluginLeft());
        QVERIFY(!folder.isSocketLeft());
    }

    void closesWhileApplyingOnlyAfterAsking() {
        const PluginFolder folder(R"({"call": "ApplyResourceChange", "when": {"name": "id-first"}, "hang": true})");
        {
            MainWindow window;
            window.show();
            window.openFolder(folder.path(), session::Trust::Given);
            QVERIFY(settle(window));
            window.approve();
            QVERIFY(window.reviewPage());
            window.reviewPage()->accept();
            QTRY_COMPARE_WITH_TIMEOUT(folder.calls("ApplyResourceChange"), 2, 20000);
            window.close();
            QVERIFY(window.isVisible() && window.isBusy());
            QVERIFY(!window.forceQuitDialog());
            QCoreApplication::processEvents();
            QVERIFY(window.isVisible() && window.isBusy());
            window.close();
            QVERIFY(window.forceQuitDialog());
            auto* wait = window.forceQuitDialog()->findChild<QPushButton*>(QStringLiteral("wait"));
            QVERIFY(wait->isDefault());
            wait->click();
            QVERIFY(!window.forceQuitDialog());
            QVERIFY(window.isBusy());
            window.close();
            QVERIFY(window.forceQuitDialog());
            window.forceQuitDialog()->findChild<QPushButton*>(QStringLiteral("kill"))->click();
            QTRY_VERIFY(!window.isVisible());
            QVERIFY(!window.isBusy());
        }
        QTRY_VERIFY(!folder.isPluginLeft());
        QTRY_VERIFY(!folder.isSocketLeft());
        const QByteArray state = folder.read(QStringLiteral("terraform.tfstate"));
        QVERIFY2(state.contains("\"first\"") && state.contains("id-first"), state.constData());
        QVERIFY(!QFile::exists(folder.path(QStringLiteral(".terraform.tfstate.lock.info"))));
    }

    void killedProvidersAreStartedAgain() {
        const PluginFolder folder(R"({"call": "ApplyResourceChange", "when": {"name": "id-first"}, "hang": true})");
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        window.approve();
        window.reviewPage()->accept();
        QTRY_COMPARE_WITH_TIMEOUT(folder.calls("ApplyResourceChange"), 2, 20000);
        for (const char* name : {"apply-stop", "apply-kill"})
            named<QPushButton>(window, name)->click();
        window.forceQuitDialog()->findChild<QPushButton*>(QStringLiteral("kill"))->click();
        QVERIFY(settle(window));
        named<QPushButton>(window, "apply-plan-again")->click();
        QVERIFY(settle(window) && !window.result()->hasErrors());
    }

    void showsWhatWasDoneWhenApplyingStops() {
        const PluginFolder folder(R"({"call": "ApplyResourceChange", "when": {"name": "first"}, "delay_ms": 2000})");
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        window.approve();
        window.reviewPage()->accept();
        QTRY_COMPARE_WITH_TIMEOUT(folder.calls("ApplyResourceChange"), 1, 20000);
        window.close();
        window.close();
        QVERIFY(window.forceQuitDialog());
        QVERIFY(settle(window)); // it has stopped, and the folder is planned again
        QVERIFY(window.isVisible() && !window.forceQuitDialog() && !window.isBusy());
        window.close();
        QVERIFY(!window.isVisible());
    }
};

QTEST_MAIN(TestWindowPlugins)
#include "tst_window_plugins.moc"
