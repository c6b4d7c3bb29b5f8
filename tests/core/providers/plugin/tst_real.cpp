// SPDX-License-Identifier: MPL-2.0
#include "test_plugin.h"

#include <QDirIterator>

using namespace planlens;
using namespace planlens::providers;
using values::Type;
using values::Value;

/// Published providers from the mirror directory in PLANLENS_PROVIDER_MIRROR, which has the layout of a registry
/// mirror.
class TestReal : public QObject {
    Q_OBJECT

private slots:
    void createsAndDestroys_data();
    void createsAndDestroys();
    void callsFunctions();

private:
    static QStringList programs() {
        QStringList result;
        const QString mirror = qEnvironmentVariable("PLANLENS_PROVIDER_MIRROR");
        for (QDirIterator files(mirror, {"terraform-provider-*"}, QDir::Files, QDirIterator::Subdirectories);
             !mirror.isEmpty() && files.hasNext();)
            result.push_back(files.next());
        result.sort();
        return result;
    }
    static QString program(const char* type) {
        const QStringList found = programs().filter("terraform-provider-" + QString(type));
        return found.isEmpty() ? QString() : found.last();
    }
    static plugin::Launch launch(const QString& program) {
        plugin::Launch result;
        result.address = {"registry.opentofu.org", "hashicorp", "real"};
        result.executable = program.toStdString();
        return result;
    }
};

namespace {

QString print(const ProviderDiagnostics& diagnostics) {
    QString result;
    for (const ProviderDiagnostic& d : diagnostics)
        result += QString::fromStdString(d.attribute.toString() + ": " + d.summary + "; " + d.detail + "\n");
    return result;
}

/// Returns an object of a schema with the given attributes. All others are null, or unknown if computed.
Value object(const schemas::ResourceSchema& schema, const std::map<std::string, Value>& given,
             const std::function<Value(Type)>& computed) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (const values::ObjectAttribute& attribute : schema.type.attributes()) {
        const auto found = given.find(attribute.name);
        const auto declared = schema.block.attributes.find(attribute.name);
        if (found != given.end())
            attributes.emplace_back(attribute.name, found->second);
        else if (declared == schema.block.attributes.end() && attribute.type.isCollection())
            attributes.emplace_back(attribute.name, attribute.type.isSet()
                                                        ? Value::emptySet(attribute.type.elementType())
                                                        : Value::emptyList(attribute.type.elementType()));
        else
            attributes.emplace_back(attribute.name,
                                    declared != schema.block.attributes.end() && declared->second.computed
                                        ? computed(attribute.type)
                                        : Value::null(attribute.type));
    }
    return Value::object(std::move(attributes));
}

} // namespace

void TestReal::createsAndDestroys_data() {
    QTest::addColumn<QString>("provider");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("argument"); // NAME=VALUE
    QTest::newRow("null") << "null"
                          << "null_resource"
                          << "";
    QTest::newRow("random") << "random"
                            << "random_pet"
                            << "prefix=p";
    QTest::newRow("random number") << "random"
                                   << "random_id"
                                   << "byte_length=4";
    QTest::newRow("time") << "time"
                          << "time_static"
                          << "";
    QTest::newRow("tls") << "tls"
                         << "tls_private_key"
                         << "algorithm=ED25519";
    QTest::newRow("nested attributes") << "tfcoremock"
                                       << "tfcoremock_complex_resource"
                                       << "string=s";
    QTest::newRow("simple") << "tfcoremock"
                            << "tfcoremock_simple_resource"
                            << "string=s";
}

void TestReal::createsAndDestroys() {
    QFETCH(QString, provider);
    QFETCH(QString, type);
    QFETCH(QString, argument);
    const QString found = program(qPrintable(provider));
    if (found.isEmpty())
        QSKIP("PLANLENS_PROVIDER_MIRROR names no folder with it");
    const QTemporaryDir folder; // tfcoremock stores objects in its working directory
    const QString before = QDir::currentPath();
    QDir::setCurrent(folder.path());
    {
        const auto started = plugin::start(launch(found), {});
        QVERIFY2(started.isOk(), started.diagnostics.toString().c_str());
        Provider& asked = **started;
        const auto all = asked.schema({});
        QVERIFY2(all.isOk(), all.diagnostics.toString().c_str());
        const auto null = [](Type t) { return Value::null(t); };
        QCOMPARE(print(asked.configure({"1.12.6", object(*(*all)->provider, {}, null)}, {})), QString());

        const std::string name = type.toStdString();
        const schemas::ResourceSchema& schema = *(*all)->managed.at(name);
        std::map<std::string, Value> given;
        if (const qsizetype equals = argument.indexOf('='); equals > 0) {
            const std::string value = argument.mid(equals + 1).toStdString();
            const std::string key = argument.left(equals).toStdString();
            given.emplace(key, schema.type.attributeType(key).isNumber() ? Value::number(std::stoi(value))
                                                                         : Value::string(value));
        }
        const Value config = object(schema, given, null);
        QCOMPARE(print(asked.validateResourceConfig({name, config}, {})), QString());
        const Value none = Value::null(schema.type);
        const auto planned = asked.planResourceChange(
            {name, none, object(schema, given, [](Type t) { return Value::unknown(t); }), config, "", {}, {}}, {});
        QCOMPARE(print(planned.diagnostics), QString());
        QVERIFY(!planned.planned.isWhollyKnown());
        const auto made = asked.applyResourceChange(
            {name, none, planned.planned, config, planned.plannedPrivate, {}, planned.plannedIdentity}, {});
        QCOMPARE(print(made.diagnostics), QString());
        QVERIFY(made.newState.isWhollyKnown() && !made.newState.isNull());
        const auto read = asked.readResource({name, made.newState, made.privateData, {}, made.identity}, {});
        QCOMPARE(print(read.diagnostics), QString());
        QVERIFY(read.newState == made.newState);
        const auto again = asked.planResourceChange(
            {name, read.newState, read.newState, config, read.privateData, {}, read.identity}, {});
        QCOMPARE(print(again.diagnostics), QString());
        QVERIFY(again.planned == read.newState);
        const auto ended =
            asked.planResourceChange({name, read.newState, none, none, read.privateData, {}, read.identity}, {});
        const auto gone = asked.applyResourceChange(
            {name, read.newState, none, none, ended.plannedPrivate, {}, ended.plannedIdentity}, {});
        QCOMPARE(print(gone.diagnostics), QString());
        QVERIFY(gone.newState.isNull());
    }
    QDir::setCurrent(before);
    QVERIFY(testing::hasNoChildren());
}

void TestReal::callsFunctions() {
    const QString found = program("time");
    if (found.isEmpty())
        QSKIP("PLANLENS_PROVIDER_MIRROR names no folder with it");
    const auto started = plugin::start(launch(found), {});
    QVERIFY(started.isOk());
    const auto parsed = (*started)->callFunction({"rfc3339_parse", {Value::string("2026-01-02T03:04:05Z")}}, {});
    QVERIFY2(!parsed.error, parsed.error.value_or("").c_str());
    QVERIFY(parsed.result.attribute("day") == Value::number(2));
    const auto failed = (*started)->callFunction({"rfc3339_parse", {Value::string("never")}}, {});
    QVERIFY(failed.error && failed.errorArgument == 0);
}

QTEST_APPLESS_MAIN(TestReal)
#include "tst_real.moc"
