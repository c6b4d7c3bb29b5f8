// SPDX-License-Identifier: MPL-2.0
#include "tests/core/encryption/made_encryption.h"

#include <QTest>

using namespace planlens;
using testing::block;
using testing::keyAndMethod;

namespace {

/// The diagnostics, one a line; "ok" with the encrypted targets if there are no errors.
QString told(const diags::Result<encryption::EncryptionPtr>& made) {
    QString text = QString::fromStdString(made.diagnostics.toString()).trimmed();
    if (!made.isOk())
        return text;
    if (!text.isEmpty())
        text += '\n';
    text += QStringLiteral("ok");
    if (!*made.value)
        return text + QStringLiteral(" without encryption");
    const encryption::Encryption& encryption = **made.value;
    const auto add = [&](const char* name, const encryption::TargetEncryptionPtr& target) {
        if (target)
            text += QStringLiteral(" %1%2").arg(QString::fromUtf8(name), target->isUnencrypted() ? "(clear)" : "");
    };
    add("state", encryption.state());
    add("plan", encryption.plan());
    add("remote", encryption.remoteState("data.terraform_remote_state.other"));
    add("a", encryption.remoteState("data.terraform_remote_state.a"));
    add("m.a", encryption.remoteState("module.m.data.terraform_remote_state.a"));
    return text;
}

const std::string key = keyAndMethod("a", "correct-horse-battery");
const std::string provider = "key_provider \"pbkdf2\" \"a\" {\n";

/// A state whose method has a key provider with these arguments.
std::string withArguments(const std::string& arguments) {
    return block(provider + arguments +
                 "\n}\nmethod \"aes_gcm\" \"a\" {\n  keys = key_provider.pbkdf2.a\n}\nstate {\n  method = "
                 "method.aes_gcm.a\n}");
}

/// A state with this method block and the usual key provider.
std::string withMethod(const std::string& type, const std::string& arguments) {
    return block(provider + "passphrase = \"correct-horse-battery\"\niterations = 200000\n}\nmethod \"" + type +
                 "\" \"a\" {\n" + arguments + "\n}\nstate {\n  method = method." + type + ".a\n}");
}

} // namespace

class TestConfiguration final : public QObject {
    Q_OBJECT

private slots:
    void acceptsWhatTheReferenceAccepts_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const std::string& variable,
                            const char* expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(variable)
                                << QString::fromUtf8(expected);
        };
        row("nothing", "", "", "ok without encryption");
        row("only white space in the variable", "", " \n", "ok without encryption");
        row("an empty block", block(""), "", "ok");
        row("a state", block(key + "state {\n method = method.aes_gcm.a\n}"), "", "ok state");
        row("state and plan",
            block(key + "state {\n method = method.aes_gcm.a\n enforced = true\n}\nplan {\n method = "
                        "method.aes_gcm.a\n}"),
            "", "ok state plan");
        row("remote states",
            block(key + "remote_state_data_sources {\n default {\n method = method.aes_gcm.a\n }\n "
                        "remote_state_data_source \"a\" {\n method = method.aes_gcm.a\n }\n}"),
            "", "ok remote a m.a");
        row("one remote state in a module",
            block(key + "remote_state_data_sources {\n remote_state_data_source \"m.a\" {\n method = "
                        "method.aes_gcm.a\n }\n}"),
            "", "ok m.a");
        row("by the variable", "", key + "state {\n method = method.aes_gcm.a\n}", "ok state");
        row("by the variable, as JSON", "",
            R"( {"key_provider":{"pbkdf2":{"a":{"passphrase":"correct-horse-battery","iterations":200000}}},)"
            R"("method":{"aes_gcm":{"a":{"keys":"${key_provider.pbkdf2.a}"}}},"state":{"method":"method.aes_gcm.a"}})",
            "ok state");
        row("JSON with a reference as text", "",
            R"({"key_provider":{"pbkdf2":{"a":{"passphrase":"correct-horse-battery","iterations":200000},)"
            R"("b":{"chain":"key_provider.pbkdf2.a","iterations":200000}}},)"
            R"("method":{"aes_gcm":{"a":{"keys":"key_provider.pbkdf2.b"}}},"state":{"method":"method.aes_gcm.a"}})",
            "ok state");
        row("the variable completes the block", block(key), "state {\n method = method.aes_gcm.a\n}", "ok state");
        row("the variable replaces an argument",
            block("key_provider \"pbkdf2\" \"a\" {\n iterations = 200000\n}\nmethod \"aes_gcm\" \"a\" {\n keys = "
                  "key_provider.pbkdf2.a\n}\nstate {\n method = method.aes_gcm.a\n}"),
            "key_provider \"pbkdf2\" \"a\" {\n passphrase = \"correct-horse-battery\"\n}", "ok state");
        row("values of the module",
            "variable \"p\" {\n default = \"correct-horse\"\n sensitive = true\n}\nlocals {\n x = "
            "\"${var.p}-battery-${terraform.workspace}\"\n n = 200000\n}\n" +
                withArguments("passphrase = local.x\niterations = local.n"),
            "", "ok state");
        row("a chain",
            withArguments("chain = key_provider.pbkdf2.b\niterations = 200000\n}\nkey_provider \"pbkdf2\" "
                          "\"b\" {\npassphrase = \"correct-horse-battery\"\niterations = 200000"),
            "", "ok state");
        row("literal keys", withMethod("aes_gcm", "keys = {\n encryption_key = [for i in range(16) : i]\n}\naad = [1]"),
            "", "ok state");
        row("all arguments",
            withArguments("passphrase = \"correct-horse-battery\"\nkey_length = 16\niterations = "
                          "200000\nhash_function = \"sha256\"\nsalt_length = 8\n"
                          "encrypted_metadata_alias = \"x\""),
            "", "ok state");
        row("an unused provider that does not exist", block("key_provider \"none\" \"a\" {\n}"), "", "ok");
    }
    void acceptsWhatTheReferenceAccepts() {
        QFETCH(QString, configuration);
        QFETCH(QString, variable);
        QTEST(told(testing::makeEncryption(configuration.toStdString(), variable.toStdString())), "expected");
    }

    void reportsProblemsOfBlocks_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromUtf8(expected);
        };
        row("two providers of one name", block("key_provider \"pbkdf2\" \"a\" {}\nkey_provider \"pbkdf2\" \"a\" {}"),
            "main.tf:2,3-13: Duplicate key_provider; Found multiple instances of key_provider.pbkdf2.a\n"
            "main.tf:2,3-13: Duplicate key_provider; Found multiple instances of key_provider.pbkdf2.a");
        row("two methods of one name", block("method \"aes_gcm\" \"a\" {}\nmethod \"aes_gcm\" \"a\" {}"),
            "main.tf:2,3-13: Duplicate method; Found multiple instances of method.aes_gcm.a\n"
            "main.tf:2,3-13: Duplicate method; Found multiple instances of method.aes_gcm.a");
        row("two remote states of one name",
            block(
                "remote_state_data_sources {\nremote_state_data_source \"a\" {}\nremote_state_data_source \"a\" {}\n}"),
            "main.tf:2,3-13: Duplicate remote_data_source; Found multiple instances of remote_data_source.a\n"
            "main.tf:2,3-13: Duplicate remote_data_source; Found multiple instances of remote_data_source.a");
        row("names", block("key_provider \"p b\" \"a\" {}\nmethod \"aes_gcm\" \"b.c\" {}"),
            "The provided key provider type is invalid; The supplied key provider type (p b) does not match the "
            "required "
            "form of ^([a-zA-Z_0-9-]+)$.\n"
            "The provided encryption method name is invalid; The supplied encryption method name (b.c) does not match "
            "the required form of ^([a-zA-Z_0-9-]+)$.");
        row("no method", block(key + "state {\n}"),
            "main.tf:10,7-7: Invalid expression; A single static variable reference is required: only attribute access "
            "and indexing with constant keys. No calculations, function calls, template expressions, etc are allowed "
            "here.");
        row("a method that is not a reference", block(key + "state {\n method = method.aes_gcm.a.b\n}"),
            "main.tf:11,11-29: Invalid encryption method identifier; Expected method of form method.<type>.<name>");
        row("a provider in place of a method", block(key + "state {\n method = key_provider.pbkdf2.a\n}"),
            "main.tf:11,11-32: Invalid encryption method identifier; Expected method of form method.<type>.<name>");
        row("an undeclared method", block(key + "state {\n method = method.aes_gcm.b\n}"),
            "main.tf:11,11-27: Reference to undeclared encryption method; There is no method \"aes_gcm\" \"b\" block "
            "declared in the encryption block.");
        row("undeclared methods of a fallback",
            block(key +
                  "plan {\n method = method.aes_gcm.a\n fallback {\n  method = method.none.b\n fallback {\n method "
                  "= method.none.c\n}\n }\n}"),
            "main.tf:13,12-25: Reference to undeclared encryption method; There is no method \"none\" \"b\" block "
            "declared in the encryption block.\n"
            "main.tf:15,11-24: Reference to undeclared encryption method; There is no method \"none\" \"c\" block "
            "declared in the encryption block.");
        row("a type of method that does not exist",
            block("method \"none\" \"a\" {}\nstate {\n method = method.none.a\n}"),
            "Error fetching encryption method \"none\"; encryption method with ID none not found");
        row("unencrypted", block("method \"unencrypted\" \"a\" {}\nstate {\n method = method.unencrypted.a\n}"),
            "main.tf:2,3-13: Unencrypted method configured; Method unencrypted is present in configuration. This is a "
            "security risk and should only be enabled during migrations.\n"
            "ok state(clear)");
        row("unencrypted although enforced",
            block(key +
                  "method \"unencrypted\" \"u\" {}\nstate {\n enforced = true\n method = method.aes_gcm.a\n fallback "
                  "{\n method = method.unencrypted.u\n }\n}"),
            "main.tf:2,3-13: Unencrypted method configured; Method unencrypted is present in configuration. This is a "
            "security risk and should only be enabled during migrations.\n"
            "main.tf:2,3-13: Unencrypted method is forbidden; Unable to use unencrypted method since the enforced flag "
            "is "
            "set.");
    }
    void reportsProblemsOfBlocks() {
        QFETCH(QString, configuration);
        QTEST(told(testing::makeEncryption(configuration.toStdString())), "expected");
    }

    void reportsProblemsOfKeyProviders_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromUtf8(expected);
        };
        const auto failed = [&](const char* name, const std::string& arguments, const char* problem) {
            row(name, withArguments(arguments),
                QByteArray("Unable to build encryption key data; key_provider.pbkdf2.a failed with error: ")
                    .append(problem)
                    .constData());
        };
        const std::string passphrase = "passphrase = \"correct-horse-battery\"\n";
        failed("nothing", "", "no passphrase provided and no chained provider defined");
        failed("a short passphrase", "passphrase = \"abcdefghijklmno\"",
               "passphrase is too short (minimum 16 characters)");
        failed("no key length", passphrase + "key_length = 0", "the key length must be larger than zero");
        failed("no iterations", passphrase + "iterations = 0", "the number of iterations must be larger than zero");
        failed("few iterations", passphrase + "iterations = 199999",
               "the number of iterations is dangerously low (<200000), refusing to generate key");
        failed("no salt", passphrase + "salt_length = -1", "the salt length must be larger than zero");
        failed("no hash function", passphrase + "hash_function = \"\"",
               "invalid key provider configuration: please specify a hash function");
        failed("another hash function", passphrase + "hash_function = \"md5\"",
               "invalid key provider configuration: invalid hash function name: md5");
        const std::string other = "\n}\nkey_provider \"pbkdf2\" \"b\" {\npassphrase = "
                                  "\"correct-horse-battery\"\niterations = 200000\nkey_length = 8";
        failed("a short key in the chain", "chain = key_provider.pbkdf2.b" + other,
               "upstream key provider supplied an encryption key that is too short (minimum 16 characters)");
        failed("passphrase and chain", passphrase + "chain = {\nencryption_key = [for i in range(16) : i]\n}",
               "passphrase and chain are mutually exclusive");
        row("an alias", withArguments("encrypted_metadata_alias = \"x\""),
            "Unable to build encryption key data; x failed with error: no passphrase provided and no chained provider "
            "defined");
        row("an unsupported argument", withArguments(passphrase + "nonsense = 1"),
            "main.tf:5,1-9: Unsupported argument; An argument named \"nonsense\" is not expected here.");
        row("an undeclared provider", withMethod("aes_gcm", "keys = key_provider.pbkdf2.b"),
            "main.tf:8,8-29: Reference to undeclared key provider; There is no key_provider \"pbkdf2\" \"b\" block "
            "declared in the encryption block.");
        row("an index", withMethod("aes_gcm", "keys = key_provider.pbkdf2[\"a\"]"),
            "main.tf:8,8-32: Invalid Key Provider expression format; The key_provider symbol must be followed by two "
            "more "
            "attribute names specifying the type and name of the selected key provider.");
        row("a type that does not exist",
            block("key_provider \"none\" \"a\" {}\nmethod \"aes_gcm\" \"a\" {\nkeys = key_provider.none.a\n}\nstate "
                  "{\nmethod = method.aes_gcm.a\n}"),
            "Error fetching key_provider \"none\"; key provider with ID none not found");
        row("a provider that refers to itself", withArguments("chain = key_provider.pbkdf2.a"),
            "main.tf:4,9-30: Expected key_provider value; Expected a key_provider compatible value, found dynamic "
            "instead");
        row("a resource", "resource \"terraform_data\" \"a\" {}\n" + withArguments("passphrase = terraform_data.a.id"),
            "main.tf:5,14-30: Dynamic value in static context; Unable to use terraform_data.a in static context, which "
            "is "
            "required by encryption.key_provider.pbkdf2.a");
        row("a variable without a value", "variable \"p\" {}\n" + withArguments("passphrase = var.p"),
            "main.tf:1,1-13: Failed to request input from user for variable var.p\n"
            "main.tf:3,3-13: Unable to compute static value; encryption.key_provider.pbkdf2.a depends on var.p which "
            "is "
            "not available");
        row("one alias for two providers",
            withArguments("encrypted_metadata_alias = \"x\"\niterations = 200000\nchain = key_provider.pbkdf2.b\n}\n"
                          "key_provider \"pbkdf2\" \"b\" {\nencrypted_metadata_alias = \"x\"\niterations = 200000\n" +
                          passphrase),
            "Duplicate metadata key; The metadata key x is duplicated across multiple key providers for the same "
            "method; "
            "use the encrypted_metadata_alias option to specify unique metadata keys for each key provider in an "
            "encryption method");
    }
    void reportsProblemsOfKeyProviders() {
        QFETCH(QString, configuration);
        QTEST(told(testing::makeEncryption(configuration.toStdString())), "expected");
    }

    void reportsProblemsOfMethods_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromUtf8(expected);
        };
        row("no keys", withMethod("aes_gcm", ""),
            "main.tf:7,22-22: Missing required argument; The argument \"keys\" is required, but no definition was "
            "found.");
        row("keys that are not an object", withMethod("aes_gcm", "keys = 5"),
            "main.tf:8,8-9: Expected key_provider value; Expected a key_provider compatible value, found number "
            "instead");
        row("no encryption key", withMethod("aes_gcm", "keys = {}"),
            "main.tf:8,8-10: Missing encryption_key value; An encryption_key value is required in the key_provider "
            "compatible object at this location");
        row("a key of another length", withMethod("aes_gcm", "keys = {\nencryption_key = [1, 2]\n}"),
            "Invalid method configuration; invalid method configuration: AES-GCM requires the key length to be one of: "
            "16, 24, 32, received 2 bytes in the encryption key");
        row("another key of another length",
            withMethod("aes_gcm", "keys = {\nencryption_key = range(16)\ndecryption_key = [1]\n}"),
            "Invalid method configuration; invalid method configuration: AES-GCM requires the key length to be one of: "
            "16, 24, 32, received 1 bytes in the decryption key");
        row("numbers that are not bytes", withMethod("aes_gcm", "keys = {\nencryption_key = [256]\n}"),
            "main.tf:8,8-10,2: Unsuitable value type; Unsuitable value: value must be a whole number, between 0 and "
            "255 "
            "inclusive");
        row("additional data that is not a list", withMethod("aes_gcm", "keys = key_provider.pbkdf2.a\naad = \"x\""),
            "main.tf:9,7-10: Unsuitable value type; Unsuitable value: list of number required, but have string");
        row("part of a provider", withMethod("aes_gcm", "keys = key_provider.pbkdf2.a.encryption_key"),
            "main.tf:8,8-27: Dynamic value in static context; Unable to use key_provider.pbkdf2 in static context, "
            "which "
            "is required by encryption.method.aes_gcm.a");
        row("no commands", withMethod("external", ""),
            "main.tf:7,23-23: Missing required argument; The argument \"encrypt_command\" is required, but no "
            "definition "
            "was found.\n"
            "main.tf:7,23-23: Missing required argument; The argument \"decrypt_command\" is required, but no "
            "definition "
            "was found.");
        row("empty commands", withMethod("external", "encrypt_command = []\ndecrypt_command = [\"x\"]"),
            "Invalid method configuration; invalid method configuration: the encrypt_command option is required");
        row("empty programs", withMethod("external", "encrypt_command = [\"x\"]\ndecrypt_command = [\"\", \"y\"]"),
            "Invalid method configuration; invalid method configuration: the first entry of decrypt_command must not "
            "be "
            "empty");
    }
    void reportsProblemsOfMethods() {
        QFETCH(QString, configuration);
        QTEST(told(testing::makeEncryption(configuration.toStdString())), "expected");
    }

    void reportsProblemsOfTheVariable_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("expected");
        QTest::newRow("syntax")
            << QString() << QStringLiteral("state {")
            << "TF_ENCRYPTION:1,7-8: Unclosed configuration block; There is no closing brace for this "
               "block before the end of the file. This may be caused by incorrect brace nesting "
               "elsewhere in this file.";
        QTest::newRow("a block that is not expected")
            << QString() << QStringLiteral("encryption {}")
            << "TF_ENCRYPTION:1,1-11: Unsupported block type; Blocks of type \"encryption\" are not expected here.";
        QTest::newRow("its method is missing, even if the block has one")
            << QString::fromStdString(block(key + "state {\n method = method.aes_gcm.a\n}"))
            << QStringLiteral("state {\n enforced = true\n}")
            << "TF_ENCRYPTION:1,7-7: Invalid expression; A single static variable reference is required: only "
               "attribute "
               "access and indexing with constant keys. No calculations, function calls, template expressions, etc are "
               "allowed here.";
    }
    void reportsProblemsOfTheVariable() {
        QFETCH(QString, configuration);
        QFETCH(QString, variable);
        QTEST(told(testing::makeEncryption(configuration.toStdString(), variable.toStdString())), "expected");
    }

    void contactsNothingForPassphrases() {
        configs::EncryptionConfig config;
        config.keyProviders = {{"pbkdf2", "a", {}, {}}};
        QVERIFY(encryption::externalParts(config).empty());
    }
};

QTEST_APPLESS_MAIN(TestConfiguration)
#include "tst_configuration.moc"
