// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

/// Starts programs and contacts servers in every way that a configuration can.
const QByteArray configuration = R"(terraform {
  required_providers {
    test = {
      source  = "example.com/tests/test"
      version = "1.0.0"
    }
  }
  backend "http" {
    address = "http://127.0.0.1:9/state"
  }
  encryption {
    key_provider "external" "e" {
      command = ["./tofu", "key"]
    }
    method "aes_gcm" "m" {
      keys = key_provider.external.e
    }
    state {
      method = method.aes_gcm.m
    }
  }
}
provider "test" {}
module "remote" {
  source = "git::https://127.0.0.1:9/x.git"
}
data "terraform_remote_state" "r" {
  backend = "s3"
  config  = { bucket = "b", key = "k", region = "eu-west-1", endpoints = { s3 = "http://127.0.0.1:9" } }
}
resource "test_thing" "a" {
  name = "`touch started-by-a-shell`"
  provisioner "local-exec" {
    command = "touch started-provisioner"
  }
}
)";

/// Planning this needs a provider only.
const QByteArray simpleConfiguration =
    "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
    "resource \"test_thing\" \"a\" {\n  name = \"a\"\n}\n";

const QByteArray schema = R"({"schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true}}}}}},
    "managed": {"test_thing": {"computed": {"id": {"$format": "id-{name}"}}}}})";

/// Names that shells and desktop files would evaluate.
const QString wrongName = "$(touch started-by-a-shell);`touch started-by-a-shell` &|'\" %F -x";

void writeProgram(const ProjectFolder& folder, const QString& name) {
    folder.write(name, "#!/bin/sh\ntouch \"" + folder.path("started-" + QFileInfo(name).fileName()).toUtf8() + "\"\n");
    QFile::setPermissions(folder.path(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// Adds programs, libraries and settings that another program could load from its working directory.
void addBait(const ProjectFolder& folder) {
    for (const char* name : {"tofu", "terraform", "git", "az", "aws", "gcloud", "ssh", "sh", "code", "xdg-open",
                             "dbus-launch", "infracost", "planlens-cli", "terraform-provider-test"})
        writeProgram(folder, name);
    writeProgram(folder,
                 ".terraform/providers/example.com/tests/test/1.0.0/linux_amd64/terraform-provider-test_v1.0.0");
    folder.write("qt.conf", "[Paths]\nPlugins = .\nPrefix = .\n");
    for (const char* name : {"platforms/libqoffscreen.so", "imageformats/libqsvg.so", "platformthemes/libqgtk3.so",
                             "sqldrivers/libqsqlite.so", "libQt6Core.so.6", "libplanlens-grpc.so", "planlens-grpc.so"})
        folder.write(name, "no library");
    folder.write(".terraformrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                     folder.path().toUtf8() + "\"\n  }\n}\n");
    folder.write(".tofurc", folder.read(".terraformrc"));
    folder.write(".git/config", "[core]\n  fsmonitor = ./git\n  hooksPath = .\n  sshCommand = ./ssh\n");
    folder.write(".git/HEAD", "ref: refs/heads/main\n");
    folder.write("open.desktop", "[Desktop Entry]\nType=Application\nName=x\nExec=./sh\n");
    folder.write(wrongName.left(60).replace('/', '_') + ".tf", "resource \"test_thing\" {\n");
    folder.write("terraform.tfvars", "x = \"$(touch started-by-a-shell)\"\n");
    folder.write("main.tf", configuration);
}

/// What a traced process did that it must not do.
QStringList breachesIn(const ProjectFolder& folder, const QByteArray& trace) {
    QStringList breaches;
    bool isFirst = true;
    for (const QByteArray& line : trace.split('\n')) {
        if (line.contains("execve")) {
            // The library of D-Bus starts the program of the system if there is no bus.
            const bool isBus = line.contains("/dbus-launch\", ") && line.contains("(\"/") &&
                               !line.contains("(\"" + folder.path().toUtf8());
            if (!isFirst && !isBus)
                breaches += QString::fromUtf8(line.left(300));
            isFirst = false;
        }
        if (line.contains("AF_INET") && (line.contains("connect(") || line.contains("sendto(")))
            breaches += QString::fromUtf8(line.left(300));
        if (line.contains("open") && line.contains(".so") && line.contains(folder.path().toUtf8()) &&
            !line.contains("ENOENT"))
            breaches += QString::fromUtf8(line.left(300));
    }
    if (isFirst)
        breaches += "nothing was traced";
    for (const QString& name : QDir(folder.path()).entryList({"started-*"}))
        breaches += "the folder has " + name;
    return breaches;
}

} // namespace

/// Opens folders and files that somebody else has prepared, and traces what the window starts, loads and contacts
/// before its question about trust is answered.
class TestWindowTrust : public QObject {
    Q_OBJECT

    /// Runs the program under a tracer until it ends, or until it has been quiet for a while. Returns the trace.
    QByteArray traced(const ProjectFolder& folder, const QString& directory, const QStringList& command) {
        folder.remove("home/trace");
        QStringList words{"-f", "-qq",
                          "-s", "200",
                          "-o", folder.path("home/trace"),
                          "-e", "trace=execve,execveat,connect,sendto,open,openat,openat2"};
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", ".::./:" + environment.value("PATH"));
        for (const char* name :
             {"DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "TF_CLI_CONFIG_FILE", "LD_LIBRARY_PATH"})
            environment.remove(name);
        environment.insert("DISPLAY", ":999"); // the library of D-Bus would start a bus for it
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("HOME", folder.path("home"));
        for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR"})
            environment.insert(name, folder.path("home"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(directory);
        process.setStandardErrorFile(folder.path("home/errors"));
        process.start(QStandardPaths::findExecutable("strace"), words + command);
        QElapsedTimer quiet;
        quiet.start();
        qint64 size = -1;
        // Opening takes some events; a window without work makes no calls of these kinds.
        while (!process.waitForFinished(200) && !quiet.hasExpired(4000))
            if (const qint64 now = QFileInfo(folder.path("home/trace")).size(); now != size) {
                size = now;
                quiet.restart();
            }
        if (process.state() != QProcess::NotRunning) {
            QProcess::execute("pkill", {"-TERM", "-P", QString::number(process.processId())});
            if (!process.waitForFinished(20000))
                process.kill();
        }
        process.waitForFinished();
        return folder.read("home/trace");
    }

private slots:
    void startsNothingBeforeTrust_data() {
        QTest::addColumn<QStringList>("arguments"); // %1 is the folder
        QTest::addColumn<bool>("isInFolder");       // the working directory
        const auto row = [](const char* name, const QStringList& arguments, bool isInFolder = true) {
            QTest::newRow(name) << arguments << isInFolder;
        };
        row("folder", {PLANLENS_WINDOW_PROGRAM, "%1"});
        row("current folder", {PLANLENS_WINDOW_PROGRAM, "."});
        row("from elsewhere", {PLANLENS_WINDOW_PROGRAM, "%1"}, false);
        row("picture", {PLANLENS_WINDOW_PROGRAM, "--snapshot", "%1/picture.png", "%1"});
        row("picture of the state", {PLANLENS_WINDOW_PROGRAM, "--snapshot", "%1/picture.png", "--view", "state", "%1"});
        row("saved plan", {PLANLENS_WINDOW_PROGRAM, "%1/saved.tfplan"});
        row("plan JSON", {PLANLENS_WINDOW_PROGRAM, "%1/plan.json"});
        row("desktop file", {PLANLENS_WINDOW_PROGRAM, "%1/open.desktop"});
        row("names for a shell", {PLANLENS_WINDOW_PROGRAM, "%1/" + wrongName, "%1/" + wrongName + "/main.tf"});
        row("several", {PLANLENS_WINDOW_PROGRAM, "%1", "%1/saved.tfplan", "%1/plan.json"});
        row("findings and costs",
            {PLANLENS_WINDOW_PROGRAM, "--findings", "%1/plan.json", "--cost", "%1/plan.json", "%1/plan.json"});
        row("drop", {PLANLENS_WINDOW_DROP, "%1"});
        row("drop of a saved plan", {PLANLENS_WINDOW_DROP, "%1/saved.tfplan"});
        row("drop of names for a shell", {PLANLENS_WINDOW_DROP, "%1/" + wrongName});
        row("drop of a desktop file", {PLANLENS_WINDOW_DROP, "%1/open.desktop"});
    }
    void startsNothingBeforeTrust() {
        if (!canTrace())
            QSKIP("strace is not installed, or may not trace");
        QFETCH(QStringList, arguments);
        QFETCH(bool, isInFolder);
        const ProjectFolder folder(simpleConfiguration), elsewhere;
        folder.write("home/.keep", "");
        folder.write("plugin/provider.json", schema);
        QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test"));
        folder.write("home/cli.tfrc",
                     "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                         folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
        const Environment environment{{"TF_CLI_CONFIG_FILE", folder.path("home/cli.tfrc")}};
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved.tfplan"}, environment), 0);
        folder.write("plan.json", folder.planlens({"show", "-json", "saved.tfplan"}, environment).out);
        addBait(folder);
        QVERIFY(QDir(folder.path()).mkdir(QString(wrongName)));
        folder.write(wrongName + "/main.tf", configuration);
        arguments.replaceInStrings("%1", folder.path());
        const QByteArray trace = traced(folder, isInFolder ? folder.path() : elsewhere.path(), arguments);
        const QStringList breaches = breachesIn(folder, trace);
        QVERIFY2(breaches.isEmpty(), qPrintable(breaches.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestWindowTrust)
#include "tst_window_trust.moc"
