// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/payload.h"
#include "core/states/file/stored_file.h"
#include "core/states/journal/journal.h"
#include "core/states/manager.h"
#include "core/system/file.h"
#include "tests/core/encryption/made_encryption.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using encryption::TargetEncryptionPtr;
using testing::block;
using testing::keyAndMethod;

namespace {

const std::string secret = "planted-secret-4711";

/// With double quotes in place of single ones.
std::string json(const char* text) {
    return QByteArray(text).replace('\'', '"').toStdString();
}

/// The text of a state that contains the secret.
std::string stateText(int serial = 3) {
    return json("{'version':4,'terraform_version':'1.12.6','serial':") + std::to_string(serial) +
           json(",'lineage':'l','outputs':{'o':{'value':'") + secret +
           json("','type':'string','sensitive':true}},'resources':[],'check_results':null}\n");
}

/// The encryption of states with the methods of these names: the first one encrypts, the others are fallbacks.
TargetEncryptionPtr encryptionWith(const std::vector<std::string>& methods) {
    std::string target, end;
    for (const std::string& method : methods) {
        target += (target.empty() ? "state {\n  method = method." : "fallback {\n  method = method.") + method + "\n";
        end += "}\n";
    }
    const auto made = testing::makeEncryption(block(keyAndMethod("a", "correct-horse-battery") +
                                                    keyAndMethod("b", "another-horse-battery") +
                                                    "method \"unencrypted\" \"u\" {}\n" + target + end));
    return made.isOk() ? (*made)->state() : nullptr;
}

QString told(const diags::Expected<states::Encryption::Decrypted, std::string>& decrypted) {
    return decrypted ? QString::fromStdString((decrypted->isOutdated ? "outdated: " : "") + decrypted->text)
                     : QString::fromStdString("error: " + decrypted.error());
}

} // namespace

/// States, backups, recovery files and journals of encrypted states.
class TestStates final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_a = encryptionWith({"aes_gcm.a"});
        m_aFromClear = encryptionWith({"aes_gcm.a", "unencrypted.u"});
        m_bFromA = encryptionWith({"aes_gcm.b", "aes_gcm.a"});
        m_clearFromA = encryptionWith({"unencrypted.u", "aes_gcm.a"});
        QVERIFY(m_a && m_aFromClear && m_bFromA && m_clearFromA);
        m_encrypted = *m_a->encryptState(stateText());
    }

    void encryptsStates() {
        QVERIFY2(m_encrypted.starts_with(json("{'serial':3,'lineage':'l','meta':{'key_provider.pbkdf2.a':'")),
                 m_encrypted.c_str());
        QVERIFY(m_encrypted.ends_with(json(",'encryption_version':'v0'}")));
        QVERIFY(m_encrypted.find(secret) == std::string::npos);
        const auto payload = encryption::readPayload(m_encrypted);
        QVERIFY(payload.hasValue());
        QVERIFY2(payload->metadata.at("key_provider.pbkdf2.a")
                     .ends_with(json("','iterations':200000,'hash_function':'sha512','key_length':32}")),
                 payload->metadata.at("key_provider.pbkdf2.a").c_str());
        QCOMPARE(payload->data.size(), stateText().size() + 28);
        QVERIFY(*m_a->encryptState(stateText()) != m_encrypted); // another nonce
    }

    void decryptsStates_data() {
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("expected");
        const QString encrypted = QString::fromStdString(m_encrypted), clear = QString::fromStdString(stateText()),
                      outdated = "outdated: ";
        const auto changed = [](QString text, const char* from, const char* to) {
            return text.replace(QString::fromUtf8(from), QString::fromUtf8(to));
        };
        QTest::newRow("by the method") << "a" << encrypted << clear;
        QTest::newRow("indented") << "a" << changed(encrypted, ",", ",\n  ") << clear;
        QTest::newRow("by a fallback") << "b from a" << encrypted << outdated + clear;
        QTest::newRow("to be decrypted") << "clear from a" << encrypted << outdated + clear;
        QTest::newRow("in clear, as configured") << "clear from a" << clear << clear;
        QTest::newRow("in clear, to be encrypted") << "a from clear" << clear << outdated + clear;
        QTest::newRow("in clear") << "a" << clear
                                  << "error: encountered unencrypted payload without unencrypted method configured";
        QTest::newRow("with another key") << "b" << encrypted
                                          << "error: decryption failed for all provided methods\nattempted decryption "
                                             "failed for state: no decryption key available";
        QTest::newRow("changed data")
            << "a" << changed(encrypted, "\"encrypted_data\":\"", "\"encrypted_data\":\"AAAA")
            << "error: decryption failed for all provided methods\nattempted decryption failed "
               "for state: decryption failed: cipher: message authentication failed";
        QTest::newRow("little data")
            << "a" << changed(encrypted, "\"encrypted_data\":", "\"encrypted_data\":\"AAAA\",\"x\":")
            << "error: decryption failed for all provided methods\nattempted decryption failed "
               "for state: decryption failed: cannot decrypt data because it is too small "
               "(likely data corruption)";
        QTest::newRow("no data")
            << "a" << changed(encrypted, "\"encrypted_data\":", "\"x\":")
            << "error: decryption failed for all provided methods\nattempted decryption failed for "
               "state: decryption failed: cannot decrypt empty data";
        QTest::newRow("changed serial") << "a" << changed(encrypted, "\"serial\":3", "\"serial\":4")
                                        << "error: invalid state metadata, serial field mismatch 4 vs 3";
        QTest::newRow("changed lineage") << "a" << changed(encrypted, "\"l\"", "\"m\"")
                                         << "error: invalid state metadata, linage field mismatch m vs l";
        QTest::newRow("another version") << "a" << changed(encrypted, "\"v0\"", "\"v1\"")
                                         << "error: invalid encrypted payload version: v1 != v0";
        QTest::newRow("no state")
            << "a"
            << "{}"
            << "error: unable to determine data structure during decryption: Given payload is not "
               "a state file";
        QTest::newRow("no JSON")
            << "a"
            << "{"
            << "error: invalid data format for decryption: unexpected end of JSON input, unexpected "
               "end of JSON input";
        QTest::newRow("metadata of another kind")
            << "a"
            << changed(encrypted, "\"meta\":{\"key_provider.pbkdf2.a\":\"",
                       "\"meta\":{\"key_provider.pbkdf2.a\":\"W10=\",\"x\":\"")
            << "error: <nil>: Unable to decode encrypted metadata (did you change your encryption config?); metadata "
               "decoder for key_provider.pbkdf2.a failed with error: no JSON object";
    }
    void decryptsStates() {
        QFETCH(QString, with);
        QFETCH(QString, stored);
        const TargetEncryptionPtr by = with == "a"              ? m_a
                                       : with == "b"            ? encryptionWith({"aes_gcm.b"})
                                       : with == "b from a"     ? m_bFromA
                                       : with == "a from clear" ? m_aFromClear
                                                                : m_clearFromA;
        QTEST(told(by->decryptState(stored.toStdString())), "expected");
    }

    void decryptsPlans() {
        const std::string plan = "PK\x03\x04 plan with " + secret;
        const auto encrypted = m_a->encryptRecord(plan);
        QVERIFY(encrypted && encrypted->starts_with("{\"meta\":{") && encrypted->find(secret) == std::string::npos);
        QCOMPARE(*m_a->decryptPlan(*encrypted), plan);
        QCOMPARE(m_a->decryptPlan(plan).error(),
                 std::string("encountered unencrypted payload without unencrypted method configured"));
        QCOMPARE(*m_aFromClear->decryptPlan(plan), plan);
        QCOMPARE(
            m_a->decryptPlan("hello").error(),
            std::string("invalid data format for decryption: invalid character 'h' looking for beginning of value, "
                        "Invalid plan file he"));
    }

    /// data/ contains what OpenTofu 1.12.6 wrote with the key of the method "a".
    void readsRecordedFiles() {
        const auto recorded = [](const char* name) {
            return *system::readFile(std::string(PLANLENS_SOURCE_DIR "/tests/core/encryption/data/") + name);
        };
        const std::string stored = recorded("state");
        const auto decrypted = m_a->decryptState(stored);
        QVERIFY2(decrypted.hasValue(), decrypted ? "" : decrypted.error().c_str());
        const auto file = states::readFile(decrypted->text);
        QVERIFY(file.isOk() && file->serial == 1 && file->state->resources().size() == 1);
        // The text in it, and the layout around it, are those that this program writes.
        QCOMPARE(*states::writeForServer(*file, nullptr), decrypted->text);
        const auto own = states::writeForDisk(*file, states::writeFile(*file), m_a);
        const auto lines = [](const std::string& text) { return QByteArray::fromStdString(text).split('\n'); };
        QVERIFY(own.hasValue());
        QCOMPARE(lines(*own).size(), lines(stored).size());
        for (qsizetype i = 0; i < lines(stored).size(); ++i)
            QCOMPARE(lines(*own)[i].split(':').first(), lines(stored)[i].split(':').first());
        QCOMPARE(own->size(), stored.size());
        const auto plan = m_a->decryptPlan(recorded("plan"));
        QVERIFY(plan && plan->starts_with("PK"));
    }

    void writesNothingInClear() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("terraform.tfstate").toStdString();
        const states::File file = *states::readFile(stateText());
        {
            states::LocalManager manager(states::localStatePaths(folder.path().toStdString(), {}), m_a);
            QVERIFY(!manager.lock("test").hasErrors());
            QVERIFY(manager.read().isOk());
            const auto saved = manager.save(file.state);
            QVERIFY(saved.isOk());
            auto journal = *states::Journal::create(path, saved->lineage, saved->serial, m_a);
            journal->append(record());
            QVERIFY(!journal->sync().hasErrors());
            QCOMPARE(filesWithSecret(folder.path()), QStringList());
        }
        {
            states::LocalManager manager(states::localStatePaths(folder.path().toStdString(), {}), m_a);
            QVERIFY(!manager.lock("test").hasErrors());
            QVERIFY(manager.read().isOk()); // with the journal
            auto changed = std::make_shared<states::State>(*file.state);
            changed->outputs["p"] = {values::Value::string(secret), true, {}};
            QVERIFY(manager.save(changed).isOk()); // with a backup
            QVERIFY(states::saveErroredState(file, folder.path().toStdString(), {}, m_a).value.has_value());
            QCOMPARE(filesWithSecret(folder.path()), QStringList());
            QVERIFY(QFile::exists(folder.filePath("terraform.tfstate.backup")));
            states::Journal::discard(path);
        }
        for (const char* name : {"terraform.tfstate", "terraform.tfstate.backup", "errored.tfstate"}) {
            const auto text = system::readFile(folder.filePath(name).toStdString());
            QVERIFY2(text && states::isEncrypted(*text) && m_a->decryptState(*text).hasValue(), name);
        }
        QVERIFY(system::readFile(path)->starts_with("{\n  \"serial\": 3,\n  \"lineage\": \""));
    }

    void replaysEncryptedJournals() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("terraform.tfstate").toStdString();
        const states::File file = *states::readFile(stateText());
        auto journal = *states::Journal::create(path, file.lineage, file.serial, m_a);
        journal->append(record());
        QVERIFY(!journal->sync().hasErrors());
        QCOMPARE(filesWithSecret(folder.path()), QStringList());
        const auto replayed = states::Journal::replay(path, file, m_bFromA);
        QVERIFY(replayed.isOk() && *replayed && (*replayed)->state.resources().size() == 1);
        const auto unreadable = states::Journal::replay(path, file);
        QVERIFY(unreadable.hasErrors());
        QVERIFY2(unreadable.diagnostics[0].detail.ends_with(
                     "terraform.tfstate.planlens-journal: it is encrypted. Configure the encryption of the state as it "
                     "was during that apply."),
                 unreadable.diagnostics[0].detail.c_str());
        QVERIFY(states::Journal::replay(path, file, encryptionWith({"aes_gcm.b"})).hasErrors());
    }

    void migratesStates_data() {
        QTest::addColumn<bool>("isEncrypted");
        QTest::newRow("from clear") << false;
        QTest::newRow("from another key") << true;
    }
    void migratesStates() {
        QFETCH(bool, isEncrypted);
        const QTemporaryDir folder;
        const std::string path = folder.filePath("terraform.tfstate").toStdString();
        QVERIFY(system::replaceFile(path, isEncrypted ? m_encrypted : stateText(), 0600).hasValue());
        const TargetEncryptionPtr target = isEncrypted ? m_bFromA : m_aFromClear;
        states::LocalManager manager(states::localStatePaths(folder.path().toStdString(), {}), target);
        QVERIFY(!manager.lock("test").hasErrors());
        const auto read = manager.read();
        QVERIFY(read.isOk() && read->serial == 3);
        const auto saved = manager.save(read->state); // unchanged
        QVERIFY(saved.isOk() && saved->serial == 3);
        const auto text = system::readFile(path);
        QVERIFY(text->find(secret) == std::string::npos);
        const auto decrypted = target->decryptState(*text);
        QVERIFY(decrypted && !decrypted->isOutdated);
        QVERIFY(!QFile::exists(folder.filePath("terraform.tfstate.backup")));
        const auto again = manager.save(read->state); // nothing to do
        QVERIFY(again.isOk());
        QCOMPARE(*system::readFile(path), *text);
    }

    void recoversEncryptedStates() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("terraform.tfstate").toStdString();
        const std::string newer = *m_a->encryptState(stateText(4));
        std::string torn = newer.substr(0, newer.size() / 2);
        torn[0] = ' ';
        QVERIFY(system::replaceFile(path, torn, 0600).hasValue());
        QVERIFY(system::replaceFile(path + ".planlens-recovery", newer, 0600).hasValue());
        states::LocalManager manager(states::localStatePaths(folder.path().toStdString(), {}), m_a);
        QVERIFY(!manager.lock("test").hasErrors());
        const auto read = manager.read();
        QVERIFY(read.isOk() && read->serial == 4);
        QCOMPARE(*system::readFile(path), newer);
    }

private:
    /// An operation with the secret.
    static states::JournalRecord record() {
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = json("{'input':'") + secret + "\"}";
        states::JournalRecord record;
        record.kind = states::JournalRecord::Kind::Finished;
        record.address = {{}, {addrs::ResourceMode::Managed, "terraform_data", "a"}, {}};
        record.provider = {{{}, addrs::Provider::builtIn("terraform"), {}}, {}};
        record.action = "create";
        record.object = object;
        return record;
    }

    /// The files of a folder that contain the secret, in clear or in base64.
    static QStringList filesWithSecret(const QString& folder) {
        QStringList found;
        QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                found.append(file.fileName() + " cannot be read");
            else if (const QByteArray text = file.readAll();
                     text.contains(QByteArray::fromStdString(secret)) ||
                     text.contains(QByteArray::fromStdString(secret).toBase64().left(20)))
                found.append(file.fileName());
        }
        return found;
    }

    TargetEncryptionPtr m_a, m_aFromClear, m_bFromA, m_clearFromA;
    std::string m_encrypted; // a state, by m_a
};

QTEST_APPLESS_MAIN(TestStates)
#include "tst_states.moc"
