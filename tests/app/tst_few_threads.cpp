// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QtTest>

#include <unistd.h>

using namespace planlens::testing;

namespace {

/// Runs planlens-cli under a limit on processes, which also counts threads. The limit does not apply to root, so root
/// runs it as a user without other processes. As another user, only "no further thread" is certain.
class LimitedFolder {
public:
    LimitedFolder() {
        if (::geteuid() == 0)
            m_user = 50000 + static_cast<int>(QCoreApplication::applicationPid() % 10000);
    }
    bool isExact() const { return m_user != 0; }

    Ran planlens(int processes, const QStringList& arguments, const Environment& environment = {}) const {
        QStringList words{"--nproc=" + QString::number(processes), PLANLENS_CLI};
        words += arguments;
        if (!isExact())
            return folder.program("prlimit", words, environment);
        const QString user = QString::number(m_user);
        folder.program("chown", {"-R", user + ":" + user, folder.path()});
        return folder.program("setpriv",
                              QStringList{"--reuid=" + user, "--regid=" + user, "--clear-groups", "prlimit"} + words,
                              environment);
    }

    const ProjectFolder folder;

private:
    int m_user = 0;
};

/// Writes enough files and objects that they are read and written by several threads.
void writeLargeConfiguration(const ProjectFolder& folder) {
    QByteArray text;
    for (int i = 0; i < 9000; ++i)
        text += "resource \"terraform_data\" \"r" + QByteArray::number(i) + "\" {\n  input = \"" +
                QByteArray(100, 'x') + "\"\n}\n";
    folder.write("main.tf", text);
}

} // namespace

/// Commands on a system that creates few threads or none.
class TestFewThreads : public QObject {
    Q_OBJECT

    static void addLimits() {
        QTest::addColumn<int>("processes");
        QTest::newRow("one thread") << 1;
        if (LimitedFolder().isExact())
            for (const int processes : {2, 3, 4, 6})
                QTest::addRow("%d threads", processes) << processes;
    }

private slots:
    void runsEveryCommand_data() { addLimits(); }
    void runsEveryCommand() {
        QFETCH(int, processes);
        const LimitedFolder limited;
        writeLargeConfiguration(limited.folder);
        for (const QStringList& arguments : {QStringList{"validate"},
                                             {"plan", "-out=saved"},
                                             {"show", "saved"},
                                             {"apply", "saved"},
                                             {"plan", "-detailed-exitcode"},
                                             {"show"},
                                             {"state", "list"},
                                             {"report", "saved"},
                                             {"apply", "-destroy", "-auto-approve"}}) {
            const Ran ran = limited.planlens(processes, arguments);
            QVERIFY2(ran.exitCode == 0, (arguments.join(u' ').toUtf8() + ": exit " + QByteArray::number(ran.exitCode) +
                                         "\n" + ran.all().right(2000))
                                            .constData());
        }
    }

    /// gRPC needs its own threads: a provider that cannot be used is reported as a diagnostic.
    void endsWithProviders_data() {
        QTest::addColumn<int>("processes");
        QTest::newRow("1") << 1;
        if (LimitedFolder().isExact())
            for (int processes = 2; processes <= 48; processes += processes < 24 ? 1 : 4)
                QTest::addRow("%d", processes) << processes;
    }
    void endsWithProviders() {
        QFETCH(int, processes);
        const LimitedFolder limited;
        const ProjectFolder& folder = limited.folder;
        folder.write("main.tf", "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" "
                                "}\n  }\n}\nresource \"test_thing\" \"a\" {\n  count = 3\n  name  = \"x\"\n}\n");
        folder.write(
            "plugin/provider.json",
            R"({"schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {"id": {"type": "string", "computed": true},
            "name": {"type": "string", "required": true}}}}}}, "managed": {"test_thing": {"computed": {"id": {"$format": "id-{name}"}}}}})");
        QVERIFY(QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test")));
        folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                     folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
        QElapsedTimer timer;
        timer.start();
        const Ran ran = limited.planlens(processes, {"apply", "-auto-approve", "-no-color"},
                                         {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")}});
        QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1,
                 ("exit " + QByteArray::number(ran.exitCode) + "\n" + ran.all()).constData());
        QVERIFY2(ran.exitCode == 0 || ran.all().contains("Error: "), ran.all().constData());
        QVERIFY2(timer.elapsed() < 100'000, ran.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestFewThreads)
#include "tst_few_threads.moc"
