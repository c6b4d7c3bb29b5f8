// SPDX-License-Identifier: MPL-2.0
#include "core/masking/export_secrets.h"
#include "core/masking/matcher.h"
#include "core/masking/secrets.h"
#include "core/masking/state_secrets.h"
#include "core/plans/plan.h"
#include "core/values/text/base64.h"
#include "core/values/text/credentials.h"

#include <QTest>
#include <QUrl>
#include <fmt/core.h>

#include <random>

using namespace planlens;
using masking::Matcher;
using masking::Pattern;
using masking::Secrets;

namespace {

const std::string secret = "s3cr\"t/pä?>ss w0rd";

std::string asJson(std::string text) {
    std::string out;
    for (const char c : text)
        out += c == '"' ? "\\\"" : std::string(1, c);
    return out;
}

} // namespace

class TestSecrets final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void masksSecretsInAllForms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("masked");
        const QByteArray plain = QByteArray::fromStdString(secret), m = "(sensitive value)";
        QTest::newRow("alone") << plain << m;
        QTest::newRow("in a text") << QByteArray("x" + plain + "y") << QByteArray("x" + m + "y");
        QTest::newRow("twice") << QByteArray(plain + plain) << QByteArray(m + m);
        QTest::newRow("JSON") << QByteArray("{\"a\":\"" + QByteArray::fromStdString(asJson(secret)) + "\"}")
                              << QByteArray("{\"a\":\"" + m + "\"}");
        QTest::newRow("JSON, Go's") << QByteArray("\"s3cr\\\"t/p\xc3\xa4?\\u003ess w0rd\"")
                                    << QByteArray("\"" + m + "\"");
        QTest::newRow("JSON, ASCII only")
            << QByteArray("\"s3cr\\\"t/p\\u00e4?>ss w0rd\"") << QByteArray("\"" + m + "\"");
        QTest::newRow("JSON with slashes escaped")
            << QByteArray("\"s3cr\\\"t\\/p\xc3\xa4?>ss w0rd\"") << QByteArray("\"" + m + "\"");
        QTest::newRow("JSON in JSON") << QByteArray("s3cr\\\\\\\"t/p\xc3\xa4?>ss w0rd") << m;
        QTest::newRow("URL") << QByteArray("https://u:" + QUrl::toPercentEncoding(QString::fromStdString(secret)) +
                                           "@h")
                             << QByteArray("https://u:" + m + "@h");
        QTest::newRow("URL, lower case") << QByteArray("p=s3cr%22t%2fp%c3%a4%3f%3ess%20w0rd&q")
                                         << QByteArray("p=" + m + "&q");
        QTest::newRow("form") << QByteArray("p=s3cr%22t%2Fp%C3%A4%3F%3Ess+w0rd&q") << QByteArray("p=" + m + "&q");
        for (const char* before : {"", "a", "ab"}) {
            const QByteArray encoded = QByteArray(before + plain + "zzz").toBase64();
            QTest::addRow("base64, %d before", int(qstrlen(before))) << encoded << QByteArray();
            QTest::addRow("base64 for URLs, %d before", int(qstrlen(before)))
                << QByteArray(before + plain + "zzz").toBase64(QByteArray::Base64UrlEncoding) << QByteArray();
        }
        const QByteArray json = QByteArray("{\"a\":\"" + QByteArray::fromStdString(asJson(secret)) + "\"}").toBase64();
        QTest::newRow("base64 of JSON") << QByteArray("<" + json + ">") << QByteArray("<" + m + ">");
        const QByteArray compressed = "H4sIAAAAAAACAwsIty02Ti5SKtEvOLzE3q64WKHcoCiFCwDw9Y6eFwAAAA==";
        QTest::newRow("base64 of compressed text")
            << QByteArray("\"" + compressed + "\"") << QByteArray("\"" + m + "\"");
        QTest::newRow("base64 of compressed text, in a path") << QByteArray("data/" + compressed) << m;
        QTest::newRow("hexadecimal") << QByteArray("0x" + plain.toHex() + "00") << QByteArray("0x" + m + "00");
        QTest::newRow("hexadecimal, upper case") << plain.toHex().toUpper() << m;
        QTest::newRow("a part of it") << plain.left(plain.size() - 1) << plain.left(plain.size() - 1);
        QTest::newRow("other case") << plain.toUpper() << plain.toUpper();
        QTest::newRow("other base64") << QByteArray("another text").toBase64() << QByteArray("another text").toBase64();
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("masked already") << m << m;
    }
    void masksSecretsInAllForms() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, masked);
        const Secrets secrets{secret};
        const QByteArray result = QByteArray::fromStdString(secrets.masked(text.toStdString()));
        QCOMPARE(secrets.areIn(text.toStdString()), result != text);
        if (!masked.isNull() || text.isEmpty()) {
            QCOMPARE(result, masked);
            return;
        }
        // The remaining base64 digits contain no bits of the secret.
        QVERIFY2(result.contains("(sensitive value)"), result.constData());
        QByteArray rest = result;
        rest.replace("(sensitive value)", "");
        QVERIFY2(rest.size() <= 8, result.constData());
    }

    void copiesWithOtherWhiteSpaceAreMasked_data() {
        QTest::addColumn<QByteArray>("secret");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("masked");
        const auto quoted = [](QByteArray text) { return text.replace('\'', '"'); };
        const QByteArray m = "(sensitive value)", compact = quoted("{'user':'u1','pass':'p!1'}"),
                         pretty = quoted("{\n  'user': 'u1',\n\t'pass': 'p!1'\n}"),
                         inJson = quoted("{\\'user\\':\\'u1\\',\\'pass\\':\\'p!1\\'}"),
                         pem = "-----BEGIN KEY-----\nMIIabcdefgh\n-----END KEY-----\n";
        const auto row = [](const char* name, const QByteArray& secret, const QByteArray& text,
                            const QByteArray& masked) { QTest::newRow(name) << secret << text << masked; };
        row("JSON on several lines", compact, "a = " + pretty + " b", "a = " + m + " b");
        row("JSON on one line", pretty, "a = " + compact + " b", "a = " + m + " b");
        row("JSON in JSON", pretty, "[\"" + inJson + "\"]", "[\"" + m + "\"]");
        row("JSON on several lines in JSON", compact,
            "[\"" + QByteArray(inJson).replace(",", ",\\n\\t").replace(":", ": ") + "\\n\"]", "[\"" + m + "\\n\"]");
        row("a secret that begins with a quote", quoted("'user':'u1', 'pass':'p!1'"),
            "\"" + inJson.mid(1, inJson.size() - 2) + "\"", "\"" + m + "\"");
        row("PEM with other line ends", pem, QByteArray(pem).replace("\n", "\r\n") + "x", m + "\r\nx");
        row("PEM in JSON", pem, "\"" + QByteArray(pem).trimmed().replace("\n", "\\r\\n") + "\"", "\"" + m + "\"");
        row("PEM without a line break at the end", pem, pem.trimmed(), m);
        row("indented PEM", pem, "k: |\n  " + pem.trimmed().replace("\n", "\n  ") + "\n", "k: |\n  " + m + "\n");
        row("PEM with other line ends in base64", pem, QByteArray(pem).replace("\n", "\r\n").toBase64(), m);
        QByteArray wrapped = QByteArray("x: " + compact + "  ").toBase64();
        row("base64 on several lines", compact, "<" + wrapped.insert(20, "\n") + ">", {});
        row("a short one without a line break at the end", "hunter22\n", "p=hunter22;", "p=" + m + ";");
        row("a short one with other spaces", "a b c d e f g h", "abcdefgh", "abcdefgh");
        const QByteArray other = QByteArray(compact).replace("u1", "u2");
        row("other text", pretty, other, other);
        row("two copies", compact, pretty + pretty, m + m);
        row("copies around a mask", compact, pretty + m + compact, m + m + m);
    }
    void copiesWithOtherWhiteSpaceAreMasked() {
        QFETCH(QByteArray, secret);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, masked);
        const Secrets secrets{secret.toStdString()};
        const QByteArray result = QByteArray::fromStdString(secrets.masked(text.toStdString()));
        QCOMPARE(secrets.areIn(text.toStdString()), result != text);
        if (!masked.isNull())
            QCOMPARE(result, masked);
        else
            QVERIFY2(result.size() <= 30, result.constData());
    }

    void addressesLoseTheirCredentials_data() {
        QTest::addColumn<std::string>("address");
        QTest::addColumn<std::string>("without");
        const auto row = [](const char* address, const char* without) {
            QTest::newRow(address) << std::string(address) << std::string(without);
        };
        row("../modules/x?ref=1", "../modules/x?ref=1");
        row("git::https://u:p:w@host/x?ref=v1&sshkey=k", "git::https://u:***@host/x?ref=v1&sshkey=***");
        row("https://token@host/x.zip?token=t#part", "https://***@host/x.zip?token=***#part");
        row("git::ssh://git@host/x.git", "git::ssh://git@host/x.git");
        row("https://host/a@b?empty=&ref=1", "https://host/a@b?empty=&ref=1");
        row("postgres://u:p@host", "postgres://u:***@host");
        row("x://", "x://");
    }
    void addressesLoseTheirCredentials() {
        QFETCH(std::string, address);
        QFETCH(std::string, without);
        QCOMPARE(values::withoutCredentials(address), without);
    }

    void argumentsAreCredentialsByName() {
        for (const char* const name : {"password", "secret_key", "access_key", "conn_str", "PRIVATE-TOKEN",
                                       "Authorization", "sas_token", "client_private_key_pem", "encryption_key"})
            QVERIFY2(masking::isCredential(name), name);
        for (const char* const name : {"key", "bucket", "secret_suffix", "shared_credentials_files", "kms_key_id",
                                       "web_identity_token_file", "path", "lock_table"})
            QVERIFY2(!masking::isCredential(name), name);
    }

    void shortOnesAreMaskedAsWords_data() {
        QTest::addColumn<QByteArray>("secret");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isMasked");
        QTest::newRow("eight characters in a word") << QByteArray("hunter22") << QByteArray("xhunter22x") << true;
        QTest::newRow("seven in a word") << QByteArray("hunter2") << QByteArray("xhunter2x") << false;
        QTest::newRow("seven before a word") << QByteArray("hunter2") << QByteArray("hunter2x") << false;
        QTest::newRow("seven as a word") << QByteArray("hunter2") << QByteArray("user:hunter2@host") << true;
        QTest::newRow("six alone") << QByteArray("abcdef") << QByteArray("abcdef") << true;
        QTest::newRow("five alone") << QByteArray("abcde") << QByteArray("abcde") << false;
        QTest::newRow("a common word in a name") << QByteArray("password") << QByteArray("get_password_data") << false;
        QTest::newRow("a common word in a text") << QByteArray("password") << QByteArray("u:password@h") << true;
        QTest::newRow("a long text of letters")
            << QByteArray("correcthorsebattery") << QByteArray("xcorrecthorsebatteryx") << true;
        QTest::newRow("base64 of a short one") << QByteArray("hunter2") << QByteArray("p aHVudGVyMg==") << true;
    }
    void shortOnesAreMaskedAsWords() {
        QFETCH(QByteArray, secret);
        QFETCH(QByteArray, text);
        QFETCH(bool, isMasked);
        QCOMPARE(Secrets{secret.toStdString()}.areIn(text.toStdString()), isMasked);
    }

    void longOnesAreComparedWhole() {
        std::string key = "-----BEGIN KEY-----\n";
        for (int i = 0; i < 400; ++i)
            key += "line " + std::to_string(i) + "\n";
        std::string other = key;
        other[other.size() - 2] = '!'; // before the line break, without which copies are found too
        std::string otherBeginning = key;
        otherBeginning.front() = '!';
        const Secrets secrets{key};
        QVERIFY(secrets.areIn("a " + key + " b"));
        QCOMPARE(secrets.masked("a " + key + " b"), std::string("a (sensitive value) b"));
        QVERIFY(!secrets.areIn(other));
        QVERIFY(!secrets.areIn(otherBeginning));
        QVERIFY(secrets.areIn(values::toBase64("x" + key)));
    }

    void findsWhatATrivialSearchFinds() {
        std::mt19937 random(7);
        const auto text = [&](std::size_t length) {
            std::string made;
            for (std::size_t i = 0; i < length; ++i)
                made += char('a' + random() % 3);
            return made;
        };
        for (int round = 0; round < 300; ++round) {
            std::vector<Pattern> patterns;
            for (std::size_t i = 0; i < 1 + random() % 12; ++i)
                patterns.push_back({text(1 + random() % 6), Pattern::Where::Anywhere});
            const std::string searched = text(60);
            std::vector<bool> covered(searched.size() + 1);
            for (const Pattern& pattern : patterns)
                for (std::size_t at = searched.find(pattern.text); at != std::string::npos;
                     at = searched.find(pattern.text, at + 1))
                    std::fill_n(covered.begin() + std::ptrdiff_t(at), pattern.text.size(), true);
            std::vector<bool> found(searched.size() + 1);
            const Matcher matcher(patterns);
            for (const masking::Span& span : matcher.spans(searched))
                std::fill(found.begin() + std::ptrdiff_t(span.begin), found.begin() + std::ptrdiff_t(span.end), true);
            QVERIFY2(found == covered, searched.c_str());
            QCOMPARE(matcher.isIn(searched), std::find(covered.begin(), covered.end(), true) != covered.end());
        }
    }

    void aThousandSecretsAreOnePass() {
        std::vector<std::string> texts;
        for (int i = 0; i < 1000; ++i)
            texts.push_back("secret-" + std::to_string(i * 7919) + "-of-many");
        const Secrets many(texts);
        std::string text;
        for (int i = 0; i < 100000; ++i)
            text += "secret-" + std::to_string(i) + "-of-few ";
        QVERIFY(!many.areIn(text));
        for (const std::string& one : texts) {
            QVERIFY(many.areIn("a" + one + "b"));
            QVERIFY(many.areIn(values::toBase64("ab" + one)));
        }
    }

    void findsSecretsOfPlans() {
        plans::Plan plan;
        plan.variables["s"].value = values::Value::string("of-a-variable").withMark(values::Mark::sensitive());
        plan.variables["p"].value = values::Value::string("not-secret");
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = *addrs::readAbsResourceInstance("test_thing.a");
        change->change.after = values::Value::object(
            {{"password", values::Value::string("by-the-schema")}, {"name", values::Value::string("a-plain-name")}});
        schemas::Block block;
        block.attributes["password"].type = values::Type::string();
        block.attributes["password"].sensitive = true;
        block.attributes["name"].type = values::Type::string();
        auto provider = std::make_shared<schemas::ProviderSchema>();
        provider->managed.emplace("test_thing", schemas::ResourceSchema::make(block));
        plan.schemas[change->provider.config.provider] = provider;
        plan.changes.add(change);
        plan.changes.add(plans::OutputChange{{},
                                             "o",
                                             {plans::Action::Create,
                                              values::Value::null(values::Type::string()),
                                              values::Value::string("of-an-output"),
                                              {},
                                              {},
                                              {},
                                              {}},
                                             true});
        const auto state = std::make_shared<states::State>();
        for (const char* address : {"data.test_thing.a", "test_thing.b"}) {
            auto object = std::make_shared<states::StoredObject>();
            object->attributesJson = fmt::format(R"({{"name":"of {}"}})", address);
            object->sensitivePaths = {{values::Path().attribute("name"), values::MarkSet(values::Mark::sensitive())}};
            state->setCurrent(*addrs::readAbsResourceInstance(address), object, {});
        }
        plan.priorState = state;
        const Secrets secrets = masking::secretsOf(plan);
        QCOMPARE(secrets.texts(),
                 (std::vector<std::string>{"by-the-schema", "of data.test_thing.a", "of-a-variable", "of-an-output"}));
    }

    /// All parts of a sensitive output are sensitive, but a region that is also a variable is not a secret.
    void sensitiveOutputsHideNoVariables() {
        const auto text = [](const char* value) { return values::Value::string(value); };
        plans::Plan plan;
        plan.variables["region"].value = text("eu-west-1");
        plan.variables["tags"].value = values::Value::object({{"team", text("platform-team")}});
        plan.variables["secret"].value = text("of-a-variable").withMark(values::Mark::sensitive());
        plan.changes.add(plans::OutputChange{
            {},
            "o",
            {plans::Action::Create,
             values::Value(),
             values::Value::object({{"password", text("only-in-the-output")},
                                    {"copy", text("of-a-variable")},
                                    {"region", text("eu-west-1")},
                                    {"tags", values::Value::tuple({text("platform-team"), text("platform-team-2")})}}),
             {},
             {},
             {},
             {}},
            true});
        const std::vector<std::string> expected{"of-a-variable", "only-in-the-output", "platform-team-2"};
        QCOMPARE(masking::secretsOf(plan).texts(), expected);
        QCOMPARE(masking::secretsInTexts(plan).texts(), expected);
    }

    void textsShowOutputsLikeSensitiveVariables() {
        plans::Plan plan;
        plan.variables["region"].value = values::Value::string("eu-west-1").withMark(values::Mark::sensitive());
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = *addrs::readAbsResourceInstance("test_thing.a");
        change->change.after = values::Value::object(
            {{"name", values::Value::string("of-an-object").withMark(values::Mark::sensitive())}});
        plan.changes.add(change);
        QCOMPARE(masking::secretsInOutputTexts(plan).texts(), std::vector<std::string>{"of-an-object"});
        QCOMPARE(masking::secretsInTexts(plan).texts(), (std::vector<std::string>{"eu-west-1", "of-an-object"}));
    }

    /// A sensitive output hides no attribute of an object in the texts of commands.
    void textsShowAttributesOfSensitiveOutputs() {
        plans::Plan plan;
        plan.variables["s"].value = values::Value::string("of-a-variable").withMark(values::Mark::sensitive());
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = *addrs::readAbsResourceInstance("test_thing.a");
        const auto text = [](const char* value) { return values::Value::string(value); };
        change->change.after =
            values::Value::object({{"id", text("of-an-object")},
                                   {"list", values::Value::tuple({text("in-a-list")})},
                                   {"copy", text("of-a-variable")},
                                   {"long", text("before only-in-the-output after")},
                                   {"marked", text("marked-there").withMark(values::Mark::sensitive())}});
        plan.changes.add(change);
        plan.changes.add(
            plans::OutputChange{{},
                                "o",
                                {plans::Action::Create,
                                 text("of-an-object").withMark(values::Mark::sensitive()),
                                 values::Value::tuple({text("of-an-object"), text("in-a-list"), text("of-a-variable"),
                                                       text("only-in-the-output"), text("marked-there")}),
                                 {},
                                 {},
                                 {},
                                 {}},
                                true});
        QCOMPARE(masking::secretsInTexts(plan).texts(),
                 (std::vector<std::string>{"marked-there", "of-a-variable", "only-in-the-output"}));
        QVERIFY(masking::secretsBefore(plan).isEmpty());
        QCOMPARE(masking::secretsOf(plan).texts().size(), std::size_t(5));
    }

    void findsSecretsOfStates() {
        // In JSON, maps are objects, and dynamic attributes have their type next to the value.
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson =
            R"({"tags":{"key":"in-a-map"},"input":{"value":{"token":"in-a-dynamic-value"},"type":["object",{"token":"string"}]},"name":"a-plain-name"})";
        const values::MarkSet sensitive(values::Mark::sensitive());
        object->sensitivePaths = {{values::Path().attribute("tags").index("key"), sensitive},
                                  {values::Path().attribute("input").attribute("token"), sensitive}};
        states::State state;
        state.setCurrent(*addrs::readAbsResourceInstance("test_thing.a"), object, {});
        state.outputs["o"] = {values::Value::string("of-an-output"), true, {}};
        QCOMPARE(masking::secretsOf(state).texts(),
                 (std::vector<std::string>{"in-a-dynamic-value", "in-a-map", "of-an-output"}));
        state.outputs["o"].value = values::Value::string("a-plain-name");
        QCOMPARE(masking::secretsInTexts(state, {}).texts(),
                 (std::vector<std::string>{"in-a-dynamic-value", "in-a-map"}));
    }

    void findsSecretsOfStatesBySchema() {
        schemas::Block block;
        block.attributes["password"].type = values::Type::string();
        block.attributes["password"].sensitive = true;
        block.attributes["name"].type = values::Type::string();
        auto provider = std::make_shared<schemas::ProviderSchema>();
        provider->managed.emplace("test_thing", schemas::ResourceSchema::make(block));
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = R"({"name":"a-plain-name","password":"by-the-schema"})";
        states::State state;
        state.setCurrent(*addrs::readAbsResourceInstance("test_thing.a"), object, {});
        QVERIFY(masking::secretsOf(state).isEmpty());
        QCOMPARE(masking::secretsOf(state, {{addrs::Provider(), provider}}).texts(),
                 std::vector<std::string>{"by-the-schema"});
    }
};

QTEST_APPLESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
