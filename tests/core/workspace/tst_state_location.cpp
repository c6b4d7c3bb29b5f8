// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"
#include "core/workspace/state_location.h"

#include <QTest>

using namespace planlens;

namespace {

QString firstLines(const diags::Diagnostics& diagnostics) {
    QString text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text += QString::fromStdString(
            (diagnostic.subject ? diagnostic.subject->toString() + " " : "") + diagnostic.summary +
            (diagnostic.detail.empty() ? "" : " | " + diagnostic.detail.substr(0, diagnostic.detail.find('\n'))));
    return text;
}

QString block(const char* content) {
    return QStringLiteral("terraform {\n  %1\n}\n").arg(QString::fromUtf8(content));
}

/// Returns the file written by `tofu init`.
QString initialized(const char* type, const char* config, const char* hash = "1") {
    return QStringLiteral("{\"version\":3,\"backend\":{\"type\":\"%1\",\"config\":%2,\"hash\":%3}}")
        .arg(QString::fromUtf8(type), QString::fromUtf8(config), QString::fromUtf8(hash));
}

QString told(const workspace::StateLocation& location) {
    const values::Value& config = location.backend.config;
    if (location.isRemote())
        return QStringLiteral("on a server: %1, %2")
            .arg(QString::fromStdString(location.whyNotLocal()),
                 QString::fromStdString(config.attribute("address").asString()));
    if (location.access == backends::Access::Native)
        return QString::fromStdString(location.paths.state.string());
    return QStringLiteral("through the tool: %1, %2")
        .arg(QString::fromStdString(location.whyNotLocal()),
             QString::fromStdString(*values::toJson(config, config.type())));
}

} // namespace

class TestStateLocation final : public QObject {
    Q_OBJECT

private slots:
    /// Saved plans of other versions lack the arguments that these do not have.
    void completesArgumentsOfSavedPlans() {
        const plans::Backend backend{"pg",
                                     values::Value::object({{"conn_str", values::Value::string("postgres://h/d")},
                                                            {"of_another_version", values::Value::number(1)}}),
                                     "default"};
        const auto location = workspace::stateLocation(backend, "/", {});
        QVERIFY(location.isOk());
        const values::Value& config = location->backend.config;
        QCOMPARE(config.attribute("conn_str").asString(), std::string("postgres://h/d"));
        QVERIFY(config.attribute("table_name").isNull());
        QVERIFY(!config.find("of_another_version"));
        QVERIFY(backends::findBackendType("pg")->make({.arguments = config, .directory = "/"}).isOk());
    }

    void findsTheState_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("data"); // of .terraform/terraform.tfstate; empty: no file
        QTest::addColumn<QString>("expected");
        const QString none, local = block("backend \"local\" {\n    path = \"x/s.tfstate\"\n  }"),
                            plain = block("backend \"local\" {}");
        const QString pleaseRun = "Backend initialization required, please run \"tofu init\" | Reason: ",
                      again = "Backend initialization required: please run \"tofu init\" | Reason: ";
        const QString cloud = "Cloud backend initialization required: please run \"tofu init\" | Reason: ";
        QTest::newRow("no backend") << none << none << "terraform.tfstate";
        QTest::newRow("no backend, providers initialized") << none << "{\"version\":3}"
                                                           << "terraform.tfstate";
        QTest::newRow("initialized as written")
            << local << initialized("local", "{\"path\":\"x/s.tfstate\",\"workspace_dir\":null}") << "x/s.tfstate";
        // The hash covers only the block. Arguments given to `tofu init` are only in the recorded configuration.
        QTest::newRow("arguments given to init")
            << plain << initialized("local", "{\"path\":\"given.tfstate\",\"workspace_dir\":null}", "666019178")
            << "given.tfstate";
        QTest::newRow("not initialized") << local << none
                                         << pleaseRun + "Initial configuration of the requested backend \"local\"";
        QTest::newRow("changed") << local << initialized("local", "{\"path\":\"y.tfstate\",\"workspace_dir\":null}")
                                 << again + "Backend configuration block has changed";
        QTest::newRow("other before") << local << initialized("s3", "{}")
                                      << again + "Backend type changed from \"s3\" to \"local\"";
        QTest::newRow("cloud before") << local << initialized("cloud", "{}")
                                      << again + "Changed from cloud backend to backend \"cloud\"";
        QTest::newRow("gone") << none << initialized("s3", "{}")
                              << pleaseRun + "Unsetting the previously set backend \"s3\"";
        QTest::newRow("empty path")
            << block("backend \"local\" {\n    path = \"\"\n  }")
            << initialized("local", "{\"path\":\"\",\"workspace_dir\":null}")
            << "Invalid local state file path | The \"path\" attribute value must not be empty.";
        QTest::newRow("cloud for the first time")
            << block("cloud {}") << none << cloud + "Initial configuration of cloud backend.";
        QTest::newRow("cloud after another") << block("cloud {}") << initialized("local", "{}")
                                             << cloud + "Changed from backend \"local\" to cloud backend.";
        QTest::newRow("not initialized for another")
            << block("backend \"cos\" {}") << none
            << pleaseRun + "Initial configuration of the requested backend \"cos\"";
        QTest::newRow("initialized for another")
            << block("backend \"cos\" {}")
            << initialized("cos", "{\"bucket\":\"b\",\"encrypt\":true,\"endpoint\":null}")
            << "through the tool: backend \"cos\", {\"bucket\":\"b\",\"encrypt\":true,\"endpoint\":null}";
        QTest::newRow("damaged for another")
            << block("backend \"cos\" {}") << initialized("cos", "[")
            << "Failed to load state: decoding CLI state file version failed: invalid JSON at byte 48";
        // The hash is that of `tofu init` for the block of the first row.
        const QString server = initialized(
            "http",
            "{\"address\":\"http://given\",\"client_ca_certificate_pem\":null,\"client_certificate_pem\":null,\"client_"
            "private_key_pem\":null,\"headers\":null,\"lock_address\":null,\"lock_method\":null,\"password\":null,"
            "\"retry_max\":null,\"retry_wait_max\":null,\"retry_wait_min\":null,\"skip_cert_verification\":null,"
            "\"unlock_address\":null,\"unlock_method\":null,\"update_method\":null,\"username\":null}",
            "1113959835");
        QTest::newRow("on a server")
            << block("backend \"http\" {\n    address = \"http://127.0.0.1:18123/state\"\n    lock_address = "
                     "\"http://127.0.0.1:18123/lock\"\n    unlock_address = \"http://127.0.0.1:18123/lock\"\n    "
                     "headers = "
                     "{ X-A = \"b\" }\n    skip_cert_verification = true\n  }")
            << server << "on a server: backend \"http\", http://given";
        QTest::newRow("server changed") << block("backend \"http\" {\n    address = \"http://other\"\n  }") << server
                                        << again + "Backend configuration block has changed";
        QTest::newRow("encrypted")
            << block("encryption {\n    method \"unencrypted\" \"b\" {}\n    state {\n      method = "
                     "method.unencrypted.b\n    }\n  }")
            << none << "terraform.tfstate";
        QTest::newRow("encrypted with keys of a service")
            << block("encryption {\n    key_provider \"gcp_kms\" \"a\" {}\n  }") << none << "terraform.tfstate";
        QTest::newRow("unknown") << block("backend \"s4\" {}") << none
                                 << "main.tf:2,11-15 Invalid backend type | There is no backend type named \"s4\".";
        QTest::newRow("removed") << block("backend \"etcd\" {}") << none
                                 << "main.tf:2,11-17 Invalid backend type | The \"etcd\" backend is not supported in "
                                    "OpenTofu v1.3 or later.";
        QTest::newRow("damaged")
            << none << "{\"version\":3,"
            << "Failed to load state: decoding CLI state file version failed: unexpected end of JSON input";
        QTest::newRow("of another version")
            << none << "{\"version\":4}"
            << "Failed to load state: opentofu 1.12.6 does not support CLI state version 4, please update";
    }
    void findsTheState() {
        QFETCH(QString, configuration);
        QFETCH(QString, data);
        std::map<std::string, std::string> files{{"main.tf", configuration.toStdString()}};
        if (!data.isEmpty())
            files.emplace(".terraform/terraform.tfstate", data.toStdString());
        configs::LoadOptions options;
        options.files = configs::memoryFileSystem(std::move(files));
        const auto config = configs::load(options);
        QCOMPARE(firstLines(config.diagnostics), QString());
        const auto location = workspace::stateLocation(
            **config, options, *workspace::folderEncryption(*config, options, workspace::ExternalPrograms::Allowed));
        QTEST(location.isOk() ? told(*location) : firstLines(location.diagnostics), "expected");
    }

    void findsTheStateOfAPlan() {
        plans::Backend backend{"local",
                               values::Value::object({{"path", values::Value::string("p.tfstate")},
                                                      {"workspace_dir", values::Value::string("w")}}),
                               "default"};
        QCOMPARE(workspace::stateLocation(backend, "d", {})->paths.state.string(), std::string("d/p.tfstate"));
        workspace::FolderEncryption encryption;
        QVERIFY(workspace::stateLocation(backend, "d", encryption)->access == backends::Access::Native);
        backend.workspace = "blue";
        QCOMPARE(workspace::stateLocation(backend, "d", {})->paths.state.string(),
                 std::string("d/w/blue/terraform.tfstate"));
        backend.type = "cos";
        QCOMPARE(workspace::stateLocation(backend, "d", {})->whyNotLocal(), std::string("backend \"cos\""));
    }

    void plansAreNotSavedWithoutTheirKeys() {
        workspace::FolderEncryption encryption;
        QVERIFY(!workspace::checkPlansCanBeSaved({{}, {}, backends::Access::Native, encryption}).hasErrors());
        encryption.ofPlans = true;
        const auto problems = workspace::checkPlansCanBeSaved({{}, {}, backends::Access::ThroughTool, encryption});
        QVERIFY(problems.hasErrors() && problems[0].detail.find("not trusted") != std::string::npos);
    }

    void plansOfSomeBackendsAreTheirOwn() {
        for (const char* type : {"cloud", "remote"})
            QVERIFY(workspace::checkPlansCanBeSaved({{}, {type, {}, "default"}, backends::Access::ThroughTool, {}})
                        .hasErrors());
        QVERIFY(!workspace::checkPlansCanBeSaved({{}, {"s3", {}, "default"}, backends::Access::ThroughTool, {}})
                     .hasErrors());
    }
};

QTEST_APPLESS_MAIN(TestStateLocation)
#include "tst_state_location.moc"
