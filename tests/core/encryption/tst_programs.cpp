// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/encryption/payload.h"
#include "core/states/manager.h"
#include "tests/core/encryption/made_encryption.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using testing::block;

namespace {

const std::string state = R"({"version":4,"terraform_version":"1.12.6","serial":3,"lineage":"l"})"
                          "\n";

/// A folder with shell scripts.
class Scripts {
public:
    /// Returns the command that runs the script, as a list of the language.
    std::string add(const char* name, const QByteArray& text) const {
        const QString path = m_folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return "[\"/bin/sh\", \"" + path.toStdString() + "\"]";
    }
    QByteArray read(const char* name) const {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

private:
    QTemporaryDir m_folder;
};

const QByteArray providerHeader = "echo '{\"magic\":\"OpenTofu-External-Key-Provider\",\"version\":1}'\n";
const QByteArray methodHeader = "echo '{\"magic\":\"OpenTofu-External-Encryption-Method\",\"version\":1}'\n";
/// Sixteen times 'k'.
const QByteArray key = "a2tra2tra2tra2tra2traw==";

std::string withProvider(const std::string& command) {
    return block("key_provider \"external\" \"a\" {\n  command = " + command +
                 "\n}\nmethod \"aes_gcm\" \"a\" {\n  keys = key_provider.external.a\n}\nstate {\n  method = "
                 "method.aes_gcm.a\n}");
}

std::string withMethod(const std::string& encrypt, const std::string& decrypt, const std::string& more = {}) {
    return block("method \"external\" \"a\" {\n  encrypt_command = " + encrypt + "\n  decrypt_command = " + decrypt +
                 "\n" + more + "}\nstate {\n  method = method.external.a\n}");
}

} // namespace

/// Programs that provide keys, or encrypt and decrypt.
class TestPrograms final : public QObject {
    Q_OBJECT

private slots:
    void getsKeys() {
        const Scripts scripts;
        const std::string command =
            scripts.add("keys", providerHeader + "input=$(cat)\necho \"$input\" >> " + scripts.path("input").toUtf8() +
                                    "\nif [ \"$input\" = null ]; then d=; else d=',\"decryption_key\":\"" + key +
                                    "\"'; fi\necho '{\"keys\":{\"encryption_key\":\"" + key +
                                    "\"'\"$d\"'},\"meta\":{\"external_data\":{\"b\":\"<\",\"a\":1}}}'\n");
        const auto made = testing::makeEncryption(withProvider(command));
        QVERIFY2(made.isOk(), made.diagnostics.toString().c_str());
        const auto encrypted = (*made)->state()->encryptState(state);
        QVERIFY2(encrypted.hasValue(), encrypted ? "" : encrypted.error().c_str());
        QCOMPARE(encryption::readPayload(*encrypted)->metadata.at("key_provider.external.a"),
                 std::string(R"({"external_data":{"a":1,"b":"\u003c"}})"));
        const auto decrypted = (*made)->state()->decryptState(*encrypted);
        QVERIFY2(decrypted.hasValue(), decrypted ? "" : decrypted.error().c_str());
        QCOMPARE(decrypted->text, state);
        QCOMPARE(scripts.read("input"), QByteArray("null\n{\"external_data\":{\"a\":1,\"b\":\"\\u003c\"}}\n"));
    }

    void encryptsWithPrograms() {
        const Scripts scripts;
        // Adds and removes two digits of base64 in front.
        const std::string encrypt =
            scripts.add("encrypt", methodHeader + "sed 's/.*\"payload\":\"/{\"payload\":\"eHh4/'\n");
        const std::string decrypt = scripts.add("decrypt", methodHeader + "tee " + scripts.path("input").toUtf8() +
                                                               " | sed 's/.*\"payload\":\"eHh4/{\"payload\":\"/'\n");
        const auto made = testing::makeEncryption(
            withMethod(encrypt, decrypt, "keys = {\nencryption_key = [1]\ndecryption_key = [2]\n}\n"));
        QVERIFY2(made.isOk(), made.diagnostics.toString().c_str());
        const auto encrypted = (*made)->state()->encryptState(state);
        QVERIFY2(encrypted.hasValue(), encrypted ? "" : encrypted.error().c_str());
        QCOMPARE(encryption::readPayload(*encrypted)->data, "xxx" + state);
        const auto decrypted = (*made)->state()->decryptState(*encrypted);
        QVERIFY2(decrypted.hasValue(), decrypted ? "" : decrypted.error().c_str());
        QCOMPARE(decrypted->text, state);
        QVERIFY(scripts.read("input").startsWith("{\"key\":\"Ag==\",\"payload\":\""));
    }

    /// As in OpenTofu, the case of names and text after an answer do not matter.
    void readsLooseAnswers() {
        const Scripts scripts;
        const std::string keys = scripts.add(
            "keys", "cat > /dev/null &\necho '{\"Magic\":\"OpenTofu-External-Key-Provider\",\"VERSION\":1}'\necho "
                    "'{\"Keys\":{\"Encryption_Key\":\"" +
                        key + "\"},\"META\":{\"External_Data\":{\"Name\":1}}} trailing'\n");
        const auto provided = testing::makeEncryption(withProvider(keys));
        QVERIFY2(provided.isOk(), provided.diagnostics.toString().c_str());
        const auto encrypted = (*provided)->state()->encryptState(state);
        QVERIFY2(encrypted.hasValue(), encrypted ? "" : encrypted.error().c_str());
        QCOMPARE(encryption::readPayload(*encrypted)->metadata.at("key_provider.external.a"),
                 std::string(R"({"external_data":{"Name":1}})"));

        const QByteArray header = "echo '{\"MAGIC\":\"OpenTofu-External-Encryption-Method\",\"Version\":1}'\n";
        const std::string echo =
            scripts.add("echo", header + "sed 's/.*\"payload\":/ {\"PAYLOAD\":/'\necho '{\"x\":1}'\n");
        const auto made = testing::makeEncryption(withMethod(echo, echo));
        QVERIFY2(made.isOk(), made.diagnostics.toString().c_str());
        const auto same = (*made)->state()->encryptState(state);
        QVERIFY2(same.hasValue(), same ? "" : same.error().c_str());
        QCOMPARE(encryption::readPayload(*same)->data, state);
    }

    /// The state is not shown in clear, and no advice about files is given.
    void statesThatCannotBeEncryptedAreWrittenNowhere() {
        const Scripts scripts;
        const std::string fails = scripts.add("fails", methodHeader + "cat > /dev/null\nexit 3\n");
        const auto made = testing::makeEncryption(withMethod(fails, fails));
        QVERIFY2(made.isOk(), made.diagnostics.toString().c_str());
        const QTemporaryDir folder;
        const std::filesystem::path directory = folder.path().toStdString();
        states::LocalManager manager(states::localStatePaths(directory, {}), (*made)->state());
        QVERIFY(!manager.lock("test").hasErrors());
        QVERIFY(manager.read().isOk());
        const states::File file = *states::readFile(state);
        const std::string refused = manager.save(file.state).diagnostics.toString();
        QVERIFY2(refused.find("exit status 3") != std::string::npos, refused.c_str());
        QVERIFY2(refused.find("writable") == std::string::npos, refused.c_str());
        const auto kept = states::saveErroredState(file, directory, {}, (*made)->state());
        QVERIFY(!kept.value);
        QCOMPARE(kept.diagnostics.size(), std::size_t(1));
        const std::string told = kept.diagnostics.toString();
        QVERIFY2(told.find("The state is written nowhere, because it cannot be encrypted: ") != std::string::npos,
                 told.c_str());
        QVERIFY(!QFile::exists(folder.filePath("errored.tfstate")));
    }

    void reportsFailuresOfProviders_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("expected");
        QTest::newRow("another header")
            << QByteArray("echo '{\"magic\":\"x\",\"version\":1}'\nsleep 60\n")
            << "external key provider protocol failure: invalid magic received from external "
               "key provider: x";
        QTest::newRow("another version")
            << QByteArray("echo '{\"magic\":\"OpenTofu-External-Key-Provider\",\"version\":2}'\nsleep 60\n")
            << "external key provider protocol failure: invalid version number received from external key provider: 2";
        QTest::newRow("no header")
            << QByteArray("echo hello\nsleep 60\n")
            << "external key provider protocol failure: failed to unmarshal header from external "
               "binary (invalid character 'h' looking for beginning of value)";
        QTest::newRow("failed") << QByteArray(providerHeader + "cat > /dev/null\necho why >&2\nexit 3\n")
                                << "the external command exited with a non-zero exit code (exit status "
                                   "3)\n\nStderr:\n-------\nwhy\n";
        QTest::newRow("no answer") << QByteArray(providerHeader + "cat > /dev/null\n")
                                   << "the external command returned an invalid JSON response (no valid "
                                      "JSON)\n\nStderr:\n-------\n";
        QTest::newRow("a field too many")
            << QByteArray(providerHeader + "cat > /dev/null\necho '{\"x\":1}'\n")
            << "the external command returned an invalid JSON response (json: unknown field "
               "\"x\")\n\nStderr:\n-------\n";
        QTest::newRow("a key that is not base64")
            << QByteArray(providerHeader + "cat > /dev/null\necho '{\"keys\":{\"encryption_key\":\"?\"}}'\n")
            << "the external command returned an invalid JSON response (illegal base64 data at input byte "
               "0)\n\nStderr:\n-------\n";
    }
    void reportsFailuresOfProviders() {
        QFETCH(QByteArray, script);
        QFETCH(QString, expected);
        const Scripts scripts;
        const auto made = testing::makeEncryption(withProvider(scripts.add("keys", script)));
        QCOMPARE(
            QString::fromStdString(made.diagnostics.toString()).trimmed(),
            ("Unable to fetch encryption key data; key_provider.external.a failed with error: " + expected).trimmed());
    }

    void reportsProgramsThatAreNotThere() {
        const auto made = testing::makeEncryption(withProvider("[\"no-such-program-here\"]"));
        QCOMPARE(
            QString::fromStdString(made.diagnostics.toString()).trimmed(),
            QStringLiteral("Unable to fetch encryption key data; key_provider.external.a failed with error: the "
                           "external command exited with an error (exec: \"no-such-program-here\": executable file "
                           "not found in $PATH)\n\nStderr:\n-------"));
        QVERIFY(testing::makeEncryption(withProvider("[]"))
                    .diagnostics.toString()
                    .find("the command option is "
                          "required") != std::string::npos);
    }

    void reportsFailuresOfMethods() {
        const Scripts scripts;
        const std::string fails = scripts.add("fails", methodHeader + "cat > /dev/null\necho why >&2\nexit 1\n");
        const auto made = testing::makeEncryption(withMethod(fails, fails));
        QVERIFY(made.isOk());
        QCOMPARE((*made)->state()->encryptState(state).error(),
                 std::string("encryption failed for state: encryption failed: external encryption method exited with "
                             "non-zero exit code (exit status 1)\n-----\nStderr:\n-------\nwhy\n\n"));
        QCOMPARE(
            (*made)->state()->decryptState(R"({"encrypted_data":"YWJj","encryption_version":"v0"})").error(),
            std::string("decryption failed for all provided methods\nattempted decryption failed for state: "
                        "decryption failed: external encryption method exited with non-zero exit code (exit status "
                        "1)\n-----\nStderr:\n-------\nwhy\n\n"));
    }

    void findsProgramsWithoutStartingThem() {
        configs::LoadOptions options;
        options.files = configs::memoryFileSystem({{"main.tf", withProvider("[\"a\", \"b\"]")}});
        const auto config = configs::load(options);
        const auto parts = encryption::externalParts(*(*config)->root->module.encryption);
        QCOMPARE(parts.size(), std::size_t(1));
        QCOMPARE(parts[0].address, std::string("key_provider.external.a"));
        QCOMPARE(parts[0].arguments.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestPrograms)
#include "tst_programs.moc"
