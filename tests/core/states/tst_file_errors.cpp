// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"

#include <QtTest>

using namespace planlens::states;

namespace {

/// Returns a state with the given instances of a.b and optional further resources.
std::string withInstances(const std::string& instances, const std::string& more = {}) {
    return "{\"version\":4,\"resources\":[{\"mode\":\"managed\",\"type\":\"a\",\"name\":\"b\",\"provider\":\"provider["
           "\\\"terraform.io/"
           "builtin/terraform\\\"]\",\"instances\":[" +
           instances + "]}" + more + "]}";
}

} // namespace

class TestFileErrors : public QObject {
    Q_OBJECT
private slots:
    void reportsWhatIsWrong_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message"); // all messages, as "summary: detail"
        const auto row = [](const char* name, const char* text, const std::string& message) {
            QTest::newRow(name) << QString(text) << QString::fromStdString(message);
        };
        row("empty", "", "No state: The state file is empty: there is no state in it.");
        row("torn", R"({"version": 4)",
            "Unsupported state file format: The state file could not be parsed as JSON: syntax error at byte offset "
            "13. | "
            "Unsupported state file format: The state file can not be checked for presence of encryption: unexpected "
            "end of "
            "JSON input");
        row("not JSON", "hello",
            "Unsupported state file format: The state file could not be parsed as JSON: syntax error at byte offset 1. "
            "| "
            "Unsupported state file format: The state file can not be checked for presence of encryption: invalid "
            "character "
            "'h' looking for beginning of value");
        row("version is a string", R"({"version": "x"})",
            "Unsupported state file format: The version in the state file is string. A positive whole number is "
            "required.");
        row("version is negative", R"({"version": -4})",
            "Unsupported state file format: The version in the state file is number -4. A positive whole number is "
            "required.");
        row("version zero", R"({"version": 0})",
            "Unsupported state file format: The state file uses JSON syntax but has a version number of zero. There "
            "was never "
            "a JSON-based state format zero, so this state file is invalid and cannot be processed.");
        row("no version", R"({"a": 1})",
            "Unsupported state file format: The state file does not have a \"version\" attribute, which is required to "
            "identify the format version.");
        row("encrypted", R"({"serial":1,"encrypted_data":"eA==","encryption_version":"v0"})",
            "Unsupported state file format: This state file is encrypted and can not be read without an encryption "
            "configuration");
        row("newer", R"({"version": 9, "terraform_version": "2.0.0"})",
            "Unsupported state file format: The state file uses format version 9, which is not supported by OpenTofu "
            "1.12.6. "
            "This state file was created by OpenTofu 2.0.0.");
        row("newer by somebody", R"({"version": 9})",
            "Unsupported state file format: The state file uses format version 9, which is not supported by OpenTofu "
            "1.12.6. "
            "This state file may have been created by a newer version of OpenTofu.");
        const std::string upgrade = "State format upgrade failed: Error upgrading state file format from version 3 to "
                                    "version 4: ";
        row("old serial", R"({"version": 3, "serial": -1})",
            upgrade + "state has serial less than zero, which is invalid.");
        row("old field", R"({"version": 2, "modules": [{"resources": {"a.b": {"primary": {"tainted": "x"}}}}]})",
            "Invalid state file format: The state file field \"modules.resources.primary.tainted\" has invalid value "
            "string");
        row("old module", R"({"version": 3, "modules": [{"path": ["root", "a b"]}]})",
            upgrade + "state contains invalid module path []string{\"root\", \"a b\"}: \"a b\" is not a valid "
                      "identifier; rename it in Terraform 0.11 before upgrading to Terraform 0.12.");
        row("old module without root", R"({"version": 3, "modules": [{"path": ["m"]}]})",
            upgrade + "state contains invalid module path []string{\"m\"}.");
        row("old address", R"({"version": 3, "modules": [{"path": ["root"], "resources": {"a": {}}}]})",
            upgrade + "invalid internal resource address format: a.");
        row("old index", R"({"version": 3, "modules": [{"path": ["root"], "resources": {"a.b.c": {}}}]})",
            upgrade + "error parsing resource address \"a.b.c\": strconv.ParseInt: parsing \"c\": invalid syntax.");
        row("binary", "tfstate\x01",
            "Unsupported state file format: The state is stored in a legacy binary format that is not supported since "
            "Terraform v0.7. To continue, first upgrade the state using Terraform 0.6.16 or earlier.");
        row("serial", R"({"version":4,"serial":"x"})",
            "Invalid state file format: The state file field \"serial\" has invalid value string");
        row("output", R"({"version":4,"outputs":{"o":{"sensitive":"x"}}})",
            "Invalid state file format: The state file field \"outputs.sensitive\" has invalid value string");
        row("flat attribute", R"({"version":4,"resources":[{"instances":[{"attributes_flat":{"a":1}}]}]})",
            "Invalid state file format: The state file field \"resources.instances.attributes_flat\" has invalid value "
            "number");
        row("fraction", R"({"version":4,"serial":1.5})",
            "Invalid state file format: The state file field \"serial\" has invalid value number 1.5");
        row("nested", R"({"version":4,"resources":[{"mode":"managed","instances":[{"schema_version":-1}]}]})",
            "Invalid state file format: The state file field \"resources.instances.schema_version\" has invalid value "
            "number "
            "-1");
        row("check results", R"({"version":4,"check_results":{}})",
            "Invalid state file format: The state file field \"check_results\" has invalid value object");
        row("version text", R"({"version":4,"terraform_version":"abc"})",
            "Invalid OpenTofu version string: State file claims to have been written by OpenTofu version \"abc\", "
            "which is not "
            "a valid version string.");
        row("several", withInstances(R"({"index_key":true})", R"(,{"mode":"x"})").c_str(),
            "Invalid resource instance metadata in state: Resource a.b has an instance with the invalid instance key "
            "true. | "
            "Invalid resource mode in state: State contains a resource with mode \"x\" (\"\" \"\") which is not "
            "supported.");
        row("no provider", R"({"version":4,"resources":[{"mode":"managed","type":"a","name":"b","instances":[{}]}]})",
            "Provider field missing state: Resource a.b is missing a provider address, both on the resource and the "
            "resource "
            "instances.");
        row("status", withInstances(R"({"status":"odd"})").c_str(),
            "Invalid resource instance metadata in state: Instance a.b has invalid status \"odd\".");
        row("twice", withInstances(R"({"index_key":1},{"index_key":1})").c_str(),
            "Duplicate resource instance in state: Instance a.b[1] appears multiple times in the state file.");
        row("deposed key", withInstances(R"({"deposed":"xy"})").c_str(),
            "Invalid resource instance metadata in state: Instance a.b has an object with deposed key \"xy\", which is "
            "not "
            "correctly formatted.");
        row("output type", R"({"version":4,"outputs":{"o":{"value":1,"type":"string"}}})", "");
        row("output value", R"({"version":4,"outputs":{"o":{"value":"x","type":"number"}}})",
            "Invalid output value saved in state: The state file has an invalid value for output \"o\": a number is "
            "required.");
    }
    void reportsWhatIsWrong() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto file = readFile(text.toStdString());
        QStringList messages;
        for (const auto& diagnostic : file.diagnostics)
            messages << QString::fromStdString(diagnostic.summary + ": " + diagnostic.detail);
        QCOMPARE(messages.join(" | "), message);
        QCOMPARE(file.isOk(), message.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestFileErrors)
#include "tst_file_errors.moc"
