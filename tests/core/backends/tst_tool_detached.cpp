// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_detached.h"
#include "core/states/file.h"
#include "core/system/environment.h"
#include "tests/support/scoped_environment.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace planlens;
using backends::DetachedBackend;
using backends::StoredState;
using values::Value;

namespace {

Value text(const char* value) {
    return Value::string(value);
}

/// A program in place of tofu that records its directory and writes a state.
constexpr auto program = R"(#!/bin/sh
here=$(dirname "$0")
{ echo "$@"; pwd; ls -A; stat -L -c '%a %n' . main.tf.json .terraform/terraform.tfstate; } > "$here/seen"
cp main.tf.json "$here/configuration"
cp .terraform/terraform.tfstate "$here/initialized"
env | grep -E '^TF_' | sort > "$here/environment"
[ -e keys/account.json ] && cp keys/account.json "$here/key"
[ -e "$here/waits" ] && echo $$ > "$here/pid" && mv "$here/pid" "$here/waiting" && exec sleep 60
if [ -e "$here/fails" ]; then echo "Error: no access with top-secret to bucket" >&2; exit 1; fi
cat "$here/state"
)";

class Folder {
public:
    Folder() {
        QDir(m_directory.path()).mkpath("work/keys");
        QDir(m_directory.path()).mkpath("temporary");
        write("tofu", program);
        QFile::setPermissions(m_directory.filePath("tofu"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    void write(const char* name, const QByteArray& content) const {
        QFile file(m_directory.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    QByteArray read(const char* name) const {
        QFile file(m_directory.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::string path(const char* name) const { return m_directory.filePath(QString::fromLatin1(name)).toStdString(); }
    QStringList leftFiles() const {
        return QDir(m_directory.filePath("temporary"))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    diags::Result<StoredState> readState(const char* type, const Value& arguments, const char* workspace = "default",
                                         const char* tool = nullptr) const {
        const backends::ToolRun run{.directory = path("work"), .environment = system::ownEnvironment()};
        return backends::makeDetachedBackend({tool ? tool : path("tofu"), {plans::Program::Kind::OpenTofu, "1.12.6"}},
                                             run, {type, arguments, path("work")})
            ->state(workspace)
            ->read({});
    }

private:
    QTemporaryDir m_directory;
};

} // namespace

class TestToolDetached final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

private Q_SLOTS:
    void cleanup() { m_environment.restore(); }

    void startsTheToolInADirectoryOfItsOwn() {
        const Folder folder;
        m_environment.set("TMPDIR", folder.path("temporary").c_str());
        m_environment.set("TF_WORKSPACE", "mine");
        m_environment.set("TF_DATA_DIR", "elsewhere");
        m_environment.set("TF_CLI_ARGS_state", "-x");
        m_environment.set("TF_ENCRYPTION", "x");
        folder.write("state", "{\"version\":4,\"serial\":3,\"lineage\":\"l\",\"outputs\":{},\"resources\":[]}");
        folder.write("work/main.tf", "broken");
        folder.write("work/keys/account.json", "key");
        const auto read = folder.readState(
            "gcs",
            Value::object({{"bucket", text("${b}%{x}$$")},
                           {"credentials", text("keys/account.json")},
                           {"nothing", Value()},
                           {"deep", Value::object({{"flag", Value::boolean(true)}, {"number", Value::number(8)}})},
                           {"list", Value::tuple({text("main.tf"), text("../x"), text("/dev/null")})}}),
            "blue");
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        QCOMPARE(read->file.serial, std::uint64_t(3));
        QCOMPARE(folder.read("configuration"),
                 QByteArray("{\"terraform\":{\"backend\":{\"gcs\":{\"bucket\":\"$${b}%%{x}$$\",\"credentials\":\"keys/"
                            "account.json\",\"deep\":{\"flag\":true,\"number\":\"8\"},\"list\":[\"main.tf\",\"../"
                            "x\",\"/dev/null\"],\"nothing\":null}}}}"));
        QVERIFY2(folder.read("initialized").contains("\"bucket\":\"${b}%{x}$$\"") &&
                     folder.read("initialized").contains("\"type\":\"gcs\""),
                 folder.read("initialized").constData());
        QCOMPARE(folder.read("key"), QByteArray("key"));
        const QByteArrayList seen = folder.read("seen").split('\n');
        QCOMPARE(seen[0], QByteArray("state pull -no-color"));
        QVERIFY2(seen[1].startsWith(folder.path("temporary").c_str()), seen[1].constData());
        QCOMPARE(seen.mid(2), (QByteArrayList{".terraform", "keys", "main.tf.json", "700 .", "600 main.tf.json",
                                              "600 .terraform/terraform.tfstate", ""}));
        const QByteArray environment = folder.read("environment");
        QVERIFY2(environment.contains("TF_WORKSPACE=blue\n") && !environment.contains("TF_DATA_DIR") &&
                     !environment.contains("TF_CLI_ARGS") && !environment.contains("TF_ENCRYPTION"),
                 environment.constData());
        QCOMPARE(folder.leftFiles(), QStringList());
    }

    void failuresContainNoSecrets() {
        const Folder folder;
        m_environment.set("TMPDIR", folder.path("temporary").c_str());
        folder.write("fails", "");
        const auto read =
            folder.readState("s3", Value::object({{"bucket", text("bucket")},
                                                  {"secret_key", text("top-secret")},
                                                  {"secret_suffix", text("c")}})); // not in "access", "bucket"
        const std::string problems = read.diagnostics.toString();
        QVERIFY(!read.isOk());
        QVERIFY2(problems.find("Error: no access with xxxxx to bucket") != std::string::npos, problems.c_str());
        QCOMPARE(folder.leftFiles(), QStringList());
    }

    /// Neither the program nor a file with credentials survives a process that is killed while it reads.
    void killedReadsLeaveNothing() {
        const Folder folder;
        m_environment.set("TMPDIR", folder.path("temporary").c_str());
        folder.write("waits", "");
        const pid_t reader = ::fork();
        if (reader == 0) {
            (void)folder.readState("s3", Value::object({{"secret_key", text("top-secret")}}));
            ::_exit(0);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!folder.read("waiting").isEmpty(), 30'000);
        const QByteArray left = QByteArray("grep -r top-secret ") + folder.path("temporary").c_str();
        const auto isSecretOnDisk = [&] { return std::system((left + " >/dev/null 2>&1").constData()) == 0; };
        QVERIFY(!isSecretOnDisk());
        ::kill(reader, SIGKILL);
        ::waitpid(reader, nullptr, 0);
        QVERIFY(!isSecretOnDisk());
        QVERIFY(folder.read("configuration").contains("top-secret"));
        const QString program = "/proc/" + QString::fromLatin1(folder.read("waiting").trimmed());
        const auto hasEnded = [&] {
            QFile status(program + "/stat");
            return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
        };
        QTRY_VERIFY(hasEnded());
    }

    void cloudHasABlockOfItsOwn() {
        const Folder folder;
        folder.write("state", "");
        const auto read = folder.readState("cloud", Value::object({{"organization", text("o")}}));
        QVERIFY(read.isOk() && !read->exists);
        QCOMPARE(folder.read("configuration"), QByteArray("{\"terraform\":{\"cloud\":{\"organization\":\"o\"}}}"));
    }

    /// tofu accepts the directory without `init`, whatever the types of the arguments.
    void tofuReadsTheState_data() {
        QTest::addColumn<Value>("arguments");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<bool>("exists");
        const auto row = [](const char* name, const Value& arguments, const char* workspace, bool exists) {
            QTest::newRow(name) << arguments << QString(workspace) << exists;
        };
        row("relative path", Value::object({{"path", text("keys/a.state")}}), "default", true);
        row("map", Value::map({{"path", text("keys/a.state")}}), "default", true);
        row("null argument", Value::object({{"path", text("keys/a.state")}, {"workspace_dir", Value()}}), "default",
            true);
        row("missing", Value::object({{"path", text("keys/b.state")}}), "default", false);
    }
    void tofuReadsTheState() {
        const QString tofu = QStandardPaths::findExecutable("tofu");
        if (tofu.isEmpty())
            QSKIP("tofu is not on the PATH");
        QFETCH(Value, arguments);
        QFETCH(QString, workspace);
        QFETCH(bool, exists);
        const Folder folder;
        folder.write("work/keys/a.state",
                     "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":7,\"lineage\":\"l\",\"outputs\":{},"
                     "\"resources\":[]}");
        const auto read =
            folder.readState("local", arguments, workspace.toUtf8().constData(), tofu.toUtf8().constData());
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        QCOMPARE(read->exists, exists);
        if (exists)
            QCOMPARE(read->file.serial, std::uint64_t(7));
    }

    /// Types with blocks are not taken for a changed configuration. The servers do not exist.
    void tofuAcceptsBackendsWithBlocks_data() {
        QTest::addColumn<Value>("arguments");
        QTest::newRow("cos") << Value::object({{"bucket", text("b-1250000000")},
                                               {"region", text("ap-guangzhou")},
                                               {"secret_id", text("identifier")},
                                               {"secret_key", text("some-secret")}});
        QTest::newRow("oss") << Value::object({{"bucket", text("b")},
                                               {"region", text("cn-beijing")},
                                               {"access_key", text("identifier")},
                                               {"secret_key", text("some-secret")},
                                               {"endpoint", text("http://127.0.0.1:1")}});
    }
    void tofuAcceptsBackendsWithBlocks() {
        const QString tofu = QStandardPaths::findExecutable("tofu");
        if (tofu.isEmpty())
            QSKIP("tofu is not on the PATH");
        QFETCH(Value, arguments);
        for (const char* name : {"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"})
            m_environment.set(name, "http://127.0.0.1:1");
        const Folder folder;
        const auto read = folder.readState(QTest::currentDataTag(), arguments, "default", tofu.toUtf8().constData());
        const std::string problems = read.diagnostics.toString();
        QVERIFY(!read.isOk());
        QVERIFY2(problems.find("initialization required") == std::string::npos, problems.c_str());
    }
};

QTEST_APPLESS_MAIN(TestToolDetached)
#include "tst_tool_detached.moc"
