// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray resources = "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = "
                             "[var.v, \"planted-secret-4711\", \"<&>\"]\n}\noutput \"o\" {\n  value = "
                             "terraform_data.a.output\n}\n";

QByteArray pbkdf2(const QByteArray& name, const QByteArray& arguments) {
    return "key_provider \"pbkdf2\" \"" + name + "\" {\n  iterations = 200000\n  " + arguments + "\n}\n";
}
QByteArray aesGcm(const QByteArray& name, const QByteArray& keys, const QByteArray& more = {}) {
    return "method \"aes_gcm\" \"" + name + "\" {\n  keys = " + keys + "\n  " + more + "\n}\n";
}
/// The targets `state` and `plan` with these methods, each a fallback of the one before.
QByteArray targets(const QList<QByteArray>& methods) {
    QByteArray inner, end;
    for (const QByteArray& method : methods) {
        inner += (inner.isEmpty() ? "" : "fallback {\n") + QByteArray("method = method.") + method + "\n";
        end += "}\n";
    }
    return "state {\n" + inner + end + "plan {\n" + inner + end;
}

const QByteArray passphrase = "passphrase = \"correct-horse-battery\"";

/// A program that provides a key of sixteen bytes, with metadata.
const QByteArray keyScript = "echo '{\"magic\":\"OpenTofu-External-Key-Provider\",\"version\":1}'\ninput=$(cat)\nif [ "
                             "\"$input\" = null ]; then d=; "
                             "else d=',\"decryption_key\":\"a2tra2tra2tra2tra2traw==\"'; fi\necho "
                             "'{\"keys\":{\"encryption_key\":\"a2tra2tra2tra2tra2traw==\"'\"$d\"'},\"meta\":{"
                             "\"external_data\":{\"id\":\"<1>\",\"n\":7}}}'\n";
/// Programs that encrypt and decrypt, by three bytes in front.
const QByteArray methodHeader = "echo '{\"magic\":\"OpenTofu-External-Encryption-Method\",\"version\":1}'\n";
const QByteArray encryptScript = methodHeader + "sed 's/.*\"payload\":\"/{\"payload\":\"eHh4/'\n";
const QByteArray decryptScript = methodHeader + "sed 's/.*\"payload\":\"eHh4/{\"payload\":\"/'\n";
const QByteArray externalMethod = "method \"external\" \"m\" {\n  encrypt_command = [\"/bin/sh\", \"encrypt.sh\"]\n  "
                                  "decrypt_command = [\"/bin/sh\", \"decrypt.sh\"]\n";

class Folder : public ProjectFolder {
public:
    Folder()
        : ProjectFolder(resources) {
        write("keys.sh", keyScript);
        write("encrypt.sh", encryptScript);
        write("decrypt.sh", decryptScript);
    }
    Ran run(const QString& program, const QStringList& arguments, const QByteArray& settings) const {
        const Environment environment{{"TF_ENCRYPTION", QString::fromUtf8(settings)}};
        return program == "tofu" ? tofu(arguments, environment) : planlens(arguments, environment);
    }
};

} // namespace

/// What tofu encrypts, Planlens reads, and the other way round.
class TestEncryptionInterchange : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { SKIP_WITHOUT_TOFU(); }

    void sharesStatesAndPlans_data() {
        QTest::addColumn<QByteArray>("written"); // the encryption of the program that writes
        QTest::addColumn<QByteArray>("read");    // and of the one that reads
        QTest::addColumn<QString>("writer");
        QTest::addColumn<bool>("isEncrypted");
        const auto row = [](const QByteArray& name, const QByteArray& written, const QByteArray& read,
                            bool isEncrypted = true) {
            for (const char* writer : {"tofu", "planlens"})
                QTest::newRow((name + ", written by " + writer).constData())
                    << written << read << QString::fromUtf8(writer) << isEncrypted;
        };
        const auto same = [&](const QByteArray& name, const QByteArray& settings) { row(name, settings, settings); };
        const QByteArray a = pbkdf2("a", passphrase) + aesGcm("a", "key_provider.pbkdf2.a");
        const QByteArray b =
            pbkdf2("b", "passphrase = \"another-horse-battery\"") + aesGcm("b", "key_provider.pbkdf2.b");
        const QByteArray clear = "method \"unencrypted\" \"u\" {}\n";
        same("pbkdf2", a + targets({"aes_gcm.a"}));
        same("pbkdf2 with all arguments",
             pbkdf2("a", passphrase + "\n  hash_function = \"sha256\"\n  key_length = 16\n  salt_length = 12\n  "
                                      "encrypted_metadata_alias = \"alias\"") +
                 aesGcm("a", "key_provider.pbkdf2.a", "aad = [1, 2, 3]") + targets({"aes_gcm.a"}));
        same("a chain", pbkdf2("b", passphrase) + pbkdf2("a", "chain = key_provider.pbkdf2.b") +
                            aesGcm("a", "key_provider.pbkdf2.a") + targets({"aes_gcm.a"}));
        same("JSON",
             "{\"key_provider\":{\"pbkdf2\":{\"a\":{\"passphrase\":\"correct-horse-battery\",\"iterations\":200000},"
             "\"b\":{\"chain\":\"key_provider.pbkdf2.a\",\"iterations\":200000}}},\"method\":{\"aes_gcm\":{\"a\":{"
             "\"keys\":\"${key_provider.pbkdf2.b}\"}}},\"state\":{\"method\":\"method.aes_gcm.a\"},\"plan\":{"
             "\"method\":\"method.aes_gcm.a\"}}");
        const QByteArray external = "key_provider \"external\" \"e\" {\n  command = [\"/bin/sh\", \"keys.sh\"]\n}\n";
        same("an external key provider", external + aesGcm("a", "key_provider.external.e") + targets({"aes_gcm.a"}));
        same("a chain from an external key provider", external + pbkdf2("a", "chain = key_provider.external.e") +
                                                          aesGcm("a", "key_provider.pbkdf2.a") +
                                                          targets({"aes_gcm.a"}));
        same("an external method", externalMethod + "}\n" + targets({"external.m"}));
        same("an external method with keys", pbkdf2("a", passphrase) + externalMethod +
                                                 "  keys = key_provider.pbkdf2.a\n}\n" + targets({"external.m"}));
        row("another key", a + targets({"aes_gcm.a"}), a + b + targets({"aes_gcm.b", "aes_gcm.a"}));
        row("two fallbacks", a + targets({"aes_gcm.a"}),
            a + b + clear + targets({"aes_gcm.b", "unencrypted.u", "aes_gcm.a"}));
        row("encrypted afterwards", {}, a + clear + targets({"aes_gcm.a", "unencrypted.u"}), false);
        row("decrypted afterwards", a + targets({"aes_gcm.a"}), a + clear + targets({"unencrypted.u", "aes_gcm.a"}));
    }

    void sharesStatesAndPlans() {
        QFETCH(QByteArray, written);
        QFETCH(QByteArray, read);
        QFETCH(QString, writer);
        QFETCH(bool, isEncrypted);
        const QString reader = writer == "tofu" ? "planlens" : "tofu";
        const Folder folder;
        COMPARE_EXIT(folder.run("tofu", {"init", "-no-color"}, written), 0);
        COMPARE_EXIT(folder.run(writer, {"apply", "-no-color", "-auto-approve"}, written), 0);
        QCOMPARE(folder.read("terraform.tfstate").contains("encrypted_data"), isEncrypted);
        QCOMPARE(folder.read("terraform.tfstate").contains("planted-secret-4711"), !isEncrypted);

        COMPARE_EXIT(folder.run(reader, {"plan", "-no-color", "-detailed-exitcode"}, read), 0);
        const Ran pulled = folder.run(reader, {"state", "pull"}, read),
                  own = folder.run(writer, {"state", "pull"}, written);
        COMPARE_EXIT(pulled, 0);
        COMPARE_EXIT(own, 0);
        QCOMPARE(pulled.out, own.out);

        COMPARE_EXIT(folder.run(writer, {"plan", "-no-color", "-var=v=y", "-out=saved"}, written), 0);
        QCOMPARE(folder.read("saved").contains("encrypted_data"), isEncrypted);
        const Ran shown = folder.run(reader, {"show", "-json", "saved"}, read);
        COMPARE_EXIT(shown, 0);
        QCOMPARE(
            difference(parseJson(folder.run(writer, {"show", "-json", "saved"}, written).out), parseJson(shown.out)),
            QString());
        COMPARE_EXIT(folder.run(reader, {"apply", "-no-color", "saved"}, read), 0);
        QCOMPARE(folder.read("terraform.tfstate").contains("encrypted_data"),
                 !read.contains("state {\nmethod = method.unencrypted"));
        for (const QString& program : {writer, reader})
            COMPARE_EXIT(folder.run(program, {"plan", "-no-color", "-var=v=y", "-detailed-exitcode"}, read), 0);
    }

    void reportsWhatTheReferenceReports_data() {
        QTest::addColumn<QByteArray>("settings");
        const QByteArray a = pbkdf2("a", passphrase) + aesGcm("a", "key_provider.pbkdf2.a");
        QTest::newRow("another key") << pbkdf2("a", "passphrase = \"another-horse-battery\"") +
                                            aesGcm("a", "key_provider.pbkdf2.a") +
                                            "state {\nmethod = method.aes_gcm.a\n}\n";
        QTest::newRow("another provider") << pbkdf2("b", passphrase) + aesGcm("a", "key_provider.pbkdf2.b") +
                                                 "state {\nmethod = method.aes_gcm.a\n}\n";
        QTest::newRow("no encryption") << QByteArray();
        QTest::newRow("no method") << a + "state {\n}\n";
        QTest::newRow("a short passphrase") << pbkdf2("a", "passphrase = \"short\"") +
                                                   aesGcm("a", "key_provider.pbkdf2.a") +
                                                   "state {\nmethod = method.aes_gcm.a\n}\n";
        QTest::newRow("forbidden") << a + "method \"unencrypted\" \"u\" {}\nstate {\nenforced = true\nmethod = "
                                          "method.aes_gcm.a\nfallback {\nmethod = method.unencrypted.u\n}\n}\n";
        QTest::newRow("syntax") << QByteArray("state {");
    }
    void reportsWhatTheReferenceReports() {
        QFETCH(QByteArray, settings);
        const Folder folder;
        const QByteArray right =
            pbkdf2("a", passphrase) + aesGcm("a", "key_provider.pbkdf2.a") + "state {\nmethod = method.aes_gcm.a\n}\n";
        COMPARE_EXIT(folder.run("tofu", {"init", "-no-color"}, right), 0);
        COMPARE_EXIT(folder.run("tofu", {"apply", "-no-color", "-auto-approve"}, right), 0);
        for (const QStringList& arguments :
             {QStringList{"plan", "-json"}, QStringList{"output", "-no-color"}, QStringList{"show", "-no-color"}}) {
            const Ran wanted = folder.run("tofu", arguments, settings),
                      got = folder.run("planlens", arguments, settings);
            COMPARE_EXIT(got, wanted.exitCode);
            const auto texts = [](const Ran& ran) {
                QStringList found;
                for (const QJsonObject& line : parseLines(ran.all()))
                    if (const QJsonObject diagnostic = line["diagnostic"].toObject(); !diagnostic.isEmpty())
                        found += diagnostic["summary"].toString() + " | " + diagnostic["detail"].toString();
                return found;
            };
            if (arguments.contains("-json"))
                QCOMPARE(texts(got), texts(wanted));
            else
                QCOMPARE(textDifference(wanted.err, got.err), QString());
        }
    }
};

QTEST_GUILESS_MAIN(TestEncryptionInterchange)
#include "tst_interchange.moc"
