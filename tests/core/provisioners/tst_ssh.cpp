// SPDX-License-Identifier: MPL-2.0
#include "core/system/environment.h"
#include "tests/core/provisioners/requests.h"
#include "tests/support/scoped_environment.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

using namespace planlens::testing;
using planlens::values::Value;

namespace {

constexpr const char* key = "-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n-----END OPENSSH PRIVATE KEY-----";

/// Runs the remote command locally, and records the arguments and the files named in options.
constexpr const char* fakeSsh = R"sh(#!/bin/sh
here=$(dirname "$0")
for argument; do
    printf '%s\n' "$argument" >> "$here/called"
    case $argument in
    IdentityFile=\"*|CertificateFile=\"*|UserKnownHostsFile=\"*)
        file=${argument#*=\"}; file=${file%\"}
        printf '%s %s\n' "$(stat -c %a "$file")" "$file" >> "$here/files"
        cat "$file" >> "$here/files";;
    esac
done
printf -- '--call--\n' >> "$here/called"
if [ -s "$here/refusals" ]; then
    head -n 1 "$here/refusals" >&2
    sed -i 1d "$here/refusals"
    exit 255
fi
eval "command=\${$#}"
exec sh -c "$command"
)sh";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Remote machines, simulated by an ssh program that runs everything locally.
class TestSsh : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    ScopedEnvironment m_environment;
    QString path(const QString& name) const { return m_folder->filePath(name); }
    std::string target(const QString& name) const { return path(name).toStdString(); }
    void write(const QString& name, const QByteArray& text) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    Arguments connection(Arguments more = {}) const {
        more.emplace_back("host", text("machine"));
        more.emplace_back("script_path", Value::string(target("script-%RAND%")));
        return more;
    }
    static bool canCopy() { return bool(planlens::system::findProgram("scp")); }

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        write("ssh", fakeSsh);
        m_environment.set("PATH", m_folder->path().toLocal8Bit() + ':' + qgetenv("PATH"));
        m_environment.unset("SSH_AUTH_SOCK");
    }
    void cleanup() { m_environment.restore(); }

    void runsLinesAsAScript() {
        if (!canCopy())
            QSKIP("scp is not installed");
        Run run("remote-exec", {{"inline", texts({"echo one", "echo two >&2", "echo $0"})}});
        QCOMPARE(run.through(connection()).errors(), QString());
        QCOMPARE(run.output.value(0),
                 QString("Connecting to remote host via SSH...\n  Host: machine\n  User: root\n  Password: false\n  "
                         "Private key: false\n  Certificate: false\n"
                         "  SSH Agent: false\n  Checking Host Key: false\n  Target Platform: unix\n"));
        QCOMPARE(run.output.value(1), QString("Connected!"));
        // Without a terminal, stdout and stderr are separate streams without a defined order.
        QVERIFY(run.output.removeOne("two"));
        QCOMPARE(run.output.value(2), QString("one"));
        // The script was overwritten.
        const QString script = run.output.value(3);
        QVERIFY(QRegularExpression("script-\\d+$").match(script).hasMatch());
        QVERIFY(QFile::exists(script));
        QCOMPARE(contentOf(script), QByteArray());
    }

    void runsScriptsOneAfterTheOther() {
        if (!canCopy())
            QSKIP("scp is not installed");
        write("first.sh", "echo first");
        write("second.sh", "#!/bin/cat\nsecond\n");
        Run run("remote-exec", {{"scripts", texts({"first.sh", "second.sh"})}});
        run.request.directory = m_folder->path().toStdString();
        QCOMPARE(run.through(connection()).errors(), QString());
        QCOMPARE(run.output.mid(2), (QStringList{"first", "#!/bin/cat", "second"}));
    }

    void reportsHowAScriptFails() {
        if (!canCopy())
            QSKIP("scp is not installed");
        Run run("remote-exec", {{"inline", texts({"echo one; exit 4"})}});
        const QString errors = run.through(connection()).errors();
        QVERIFY2(
            QRegularExpression(
                "^remote-exec provisioner error: error executing \".*/script-\\d+\": Process exited with status 4$")
                .match(errors)
                .hasMatch(),
            qPrintable(errors));
        QCOMPARE(run.output.mid(2), QStringList{"one"});
    }

    void rejectsBadScripts_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<QString>("error");

        QTest::newRow("empty line") << "inline" << QStringList{"a", ""} << "invalid empty string in 'scripts'";
        QTest::newRow("empty path") << "scripts" << QStringList{""} << "invalid empty string in 'script'";
        QTest::newRow("no such file") << "scripts" << QStringList{"nope.sh"}
                                      << "Failed to open script 'nope.sh': open nope.sh: no such file or directory";
    }
    void rejectsBadScripts() {
        QFETCH(QString, argument);
        QFETCH(QStringList, texts);
        QFETCH(QString, error);
        Run run("remote-exec", {{argument.toStdString(), planlens::testing::texts(texts)}});
        QCOMPARE(run.through(connection()).errors(), "remote-exec provisioner error: " + error);
        QVERIFY(!QFile::exists(path("called")));
    }

    void sendsTextsFilesAndFolders() {
        if (!canCopy())
            QSKIP("scp is not installed");
        write("from/a.txt", "a");
        write("from/deep/b.txt", "b");
        QVERIFY(QDir(m_folder->path()).mkpath("to"));
        const auto send = [&](Arguments arguments) {
            Run run("file", std::move(arguments));
            run.request.directory = m_folder->path().toStdString();
            const QString errors = run.through(connection()).errors();
            return errors.isEmpty() && !run.output.isEmpty() ? "told " + run.output.join('\n') : errors;
        };
        QCOMPARE(send({{"content", text("it's\n")}, {"destination", Value::string(target("to/it's a text"))}}),
                 QString());
        QCOMPARE(contentOf(path("to/it's a text")), QByteArray("it's\n"));
        QCOMPARE(send({{"source", text("from/a.txt")}, {"destination", Value::string(target("to/c.txt"))}}), QString());
        QCOMPARE(contentOf(path("to/c.txt")), QByteArray("a"));
        QCOMPARE(send({{"source", text("from")}, {"destination", Value::string(target("to"))}}), QString());
        QCOMPARE(contentOf(path("to/from/deep/b.txt")), QByteArray("b"));
        QCOMPARE(send({{"source", text("from/")}, {"destination", Value::string(target("to"))}}), QString());
        QCOMPARE(contentOf(path("to/deep/b.txt")), QByteArray("b"));
        QCOMPARE(send({{"source", text("nope")}, {"destination", Value::string(target("to"))}}),
                 QString("file provisioner error: stat nope: no such file or directory"));
        const QString nowhere =
            send({{"content", text("a")}, {"destination", Value::string(target("nowhere/deep/a"))}});
        QVERIFY2(nowhere.startsWith("file provisioner error: Upload failed: ") &&
                     nowhere.contains("No such file or directory"),
                 qPrintable(nowhere));
    }

    void reportsThatThereIsNoScp() {
        write("scp", "#!/bin/sh\nexit 127\n");
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        QCOMPARE(run.through(connection()).errors(),
                 QString("file provisioner error: Upload failed: SCP failed to start. This usually means that SCP is "
                         "not\nproperly installed on the remote system."));
    }

    void triesAgainUntilItIsLetIn() {
        write(
            "refusals",
            "ssh: connect to host machine port 22: Connection refused\nroot@machine: Permission denied (publickey).\n");
        write("scp", "#!/bin/sh\nexit 127\n");
        Run run("remote-exec", {{"inline", texts({"echo"})}});
        QVERIFY(run.through(connection()).errors().contains("SCP failed to start"));
        QCOMPARE(run.output.filter("Connecting").size(), 3);
        QCOMPARE(run.output.last(), QString("Connected!"));
    }

    void givesUpInTheEnd_data() {
        QTest::addColumn<QByteArray>("refusal");
        QTest::addColumn<QString>("error");

        QTest::newRow("connection refused") << QByteArray("ssh: connect to host machine port 22: Connection refused\n")
                                            << "ssh: connect to host machine port 22: Connection refused";
        QTest::newRow("another key") << QByteArray("@@@@@; Host key verification failed.\n")
                                     << "SSH authentication failed (root@machine:22): the machine does not identify "
                                        "itself by the host_key of the connection";
        QTest::newRow("permission denied")
            << QByteArray("root@machine: Permission denied (publickey).\n")
            << "SSH authentication failed (root@machine:22): root@machine: Permission denied (publickey).";
    }
    void givesUpInTheEnd() {
        QFETCH(QByteArray, refusal);
        QFETCH(QString, error);
        write("refusals", refusal.repeated(10));
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        QCOMPARE(run.through(connection({{"timeout", text("500ms")}})).errors(),
                 "file provisioner error: timeout - last error: " + error);
        QCOMPARE(run.output, QStringList());
    }

    /// Retrying does not help, and the file named in the message of ssh no longer exists by then.
    void givesUpAtOnceWhereTheKeyCannotBeRead() {
        write("refusals", "Load key \"/tmp/x\": error in libcrypto; root@machine: Permission denied (publickey).\n");
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        const QString errors = run.through(connection()).errors();
        QVERIFY2(errors.startsWith("file provisioner error: Failed to parse ssh private key: ") &&
                     !errors.contains("/tmp"),
                 qPrintable(errors));
    }

    void endsHangingProgramsAfterTheTimeout() {
        write("ssh", "#!/bin/sh\nexec sleep 60\n");
        QElapsedTimer timer;
        timer.start();
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        QCOMPARE(run.through(connection({{"timeout", text("300ms")}})).errors(),
                 QString("file provisioner error: timeout - last error: no answer"));
        QVERIFY(timer.elapsed() < 10000);
    }

    void stopsTrying() {
        write("refusals", QByteArray("no\n").repeated(100));
        std::stop_source stop;
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        run.request.limits.stop = stop.get_token();
        const std::jthread stopper([&] {
            QThread::msleep(300);
            stop.request_stop();
        });
        QCOMPARE(run.through(connection()).errors(), QString("file provisioner error: interrupted - last error: no"));
    }

    void isInterruptedWhileAScriptRuns() {
        if (!canCopy())
            QSKIP("scp is not installed");
        std::stop_source stop;
        Run run("remote-exec", {{"inline", texts({"echo ready", "sleep 60"})}});
        run.request.limits.stop = stop.get_token();
        run.request.output = [&](const std::string& told) {
            if (told == "ready")
                stop.request_stop();
        };
        const QString errors = run.through(connection()).errors();
        QVERIFY2(errors.endsWith(": interrupted"), qPrintable(errors));
    }

    void passesTheArgumentsOfTheBlock() {
        write("scp", "#!/bin/sh\nexit 127\n");
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        run.through(connection({{"user", text("me")},
                                {"port", Value::number(2022)},
                                {"private_key", text(key)},
                                {"certificate", text("ssh-rsa-cert abc")},
                                {"host_key", text("ssh-ed25519 AAAA")}}))
            .errors();
        const QStringList called =
            QString::fromUtf8(contentOf(path("called"))).section("--call--", 0, 0).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(called.mid(0, 7), (QStringList{"-T", "-F", "/dev/null", "-l", "me", "-p", "2022"}));
        for (const char* wanted : {"BatchMode=yes", "StrictHostKeyChecking=yes", "IdentitiesOnly=yes",
                                   "IdentityAgent=none", "ForwardAgent=no"})
            QVERIFY2(called.contains(wanted), wanted);
        QCOMPARE(called.mid(called.size() - 3), (QStringList{"--", "machine", "exit 0"}));
        // The files were accessible only to the current user, and have been removed.
        const QString files = QString::fromUtf8(contentOf(path("files")));
        static const QRegularExpression noted("^(\\d+) (/.*)$", QRegularExpression::MultilineOption);
        int count = 0;
        for (auto matches = noted.globalMatch(files); matches.hasNext(); ++count) {
            const QRegularExpressionMatch match = matches.next();
            QCOMPARE(match.captured(1), QString("600"));
            QVERIFY(!QFile::exists(match.captured(2)));
            QVERIFY(!QFileInfo(match.captured(2)).dir().exists());
        }
        QVERIFY(count >= 3);
        QVERIFY(files.contains(QByteArray(key) + '\n'));
        QVERIFY(files.contains("[machine]:2022 ssh-ed25519 AAAA\n@cert-authority [machine]:2022 ssh-ed25519 AAAA\n"));
        QVERIFY(files.contains("ssh-rsa-cert abc\n"));
        QVERIFY(!contentOf(path("called")).contains("hunter2"));
    }

    void goesThroughABastion() {
        write("scp", "#!/bin/sh\nexit 127\n");
        Run run("remote-exec", {{"inline", texts({"echo"})}});
        run.through(connection({{"private_key", text(key)},
                                {"bastion_host", text("b")},
                                {"bastion_user", text("o'b")},
                                {"bastion_port", Value::number(23)}}))
            .errors();
        const QString called = QString::fromUtf8(contentOf(path("called"))).section("--call--", 0, 0);
        const QString proxy = called.section("ProxyCommand=", 1).section('\n', 0, 0);
        QVERIFY2(proxy.startsWith(path("ssh") + " -W '[%h]:%p' -F /dev/null -l 'o'\\''b' -p 23 "), qPrintable(proxy));
        QVERIFY2(proxy.endsWith(" -- b"), qPrintable(proxy));
        QCOMPARE(run.output.value(1).section('\n', 0, 2),
                 QString("Using configured bastion host...\n  Host: b\n  User: o'b"));
    }

    void selectsTheKeyOfTheAgent() {
        write("scp", "#!/bin/sh\nexit 127\n");
        write("ssh-add", "#!/bin/sh\necho 'ssh-rsa AAA1 one@here'; echo 'ssh-rsa AAA2 /home/me/two'\n");
        m_environment.set("SSH_AUTH_SOCK", "/tmp/agent");
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        run.through(connection({{"agent_identity", text("two")}})).errors();
        QVERIFY(contentOf(path("files")).contains("ssh-rsa AAA2 /home/me/two\n"));
        for (const char* wanted : {"IdentitiesOnly=no", "ForwardAgent=yes"})
            QVERIFY2(contentOf(path("called")).contains(wanted), wanted);
    }

    /// After a forced stop the process may exit at once.
    void takesKeysAwayWhenForced() {
        write("ssh", "#!/bin/sh\nfor a; do case $a in IdentityFile=*) f=${a#*=\\\"}; echo ${f%\\\"} > \"$(dirname "
                     "\"$0\")/key\";; esac; done; exec sleep 60\n");
        std::stop_source forced;
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        run.request.limits.forced = forced.get_token();
        bool wasThere = false, isThere = true;
        const std::jthread forcer([&] {
            QByteArray file;
            while (!file.endsWith('\n'))
                file = contentOf(path("key"));
            wasThere = QFile::exists(QString::fromUtf8(file.trimmed()));
            forced.request_stop();
            isThere = QFile::exists(QString::fromUtf8(file.trimmed()));
        });
        QVERIFY(run.through(connection({{"private_key", text(key)}})).errors().contains("interrupted"));
        QTRY_VERIFY(wasThere && !isThere);
    }

    void reportsWhereThereIsNoSsh() {
        m_environment.set("PATH", "/nonexistent");
        Run run("file", {{"content", text("a")}, {"destination", text("/tmp/x")}});
        QCOMPARE(run.through(connection()).errors(),
                 QString("file provisioner error: exec: \"ssh\": executable file not found in $PATH. Provisioners "
                         "reach other machines by the system's ssh: install an OpenSSH client"));
    }

    void needsAConnection() {
        QCOMPARE(Run("remote-exec", {{"inline", texts({"a"})}}).errors(),
                 QString("remote-exec provisioner error: Missing connection configuration for provisioner."));
        QCOMPARE(Run("file", {{"content", text("a")}, {"destination", text("b")}}).errors(),
                 QString("file provisioner error: Missing connection configuration for provisioner."));
    }
};

QTEST_APPLESS_MAIN(TestSsh)
#include "tst_ssh.moc"
