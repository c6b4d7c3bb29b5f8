// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/schema_codec.h"
#include "core/providers/plugin/value_codec.h"
#include "tests/provider/protocol/wire.h"
#include "tests/provider/schema_reader.h"

#include <QDir>
#include <QTest>
#include <tfplugin5.pb.h>
#include <tfplugin6.pb.h>

using namespace planlens;
using namespace planlens::providers::plugin;
using values::Path;
using values::Type;
using values::Value;

/// Conversion of values, paths, diagnostics and schemas from and to messages.
class TestCodec : public QObject {
    Q_OBJECT

private slots:
    void codesValues_data();
    void codesValues();
    void decodesValues_data();
    void decodesValues();
    void codesPaths_data();
    void codesPaths();
    void decodesDiagnostics();
    void decodesWhatProvidersDeclare_data();
    void decodesWhatProvidersDeclare();
    void rejectsSchemas_data();
    void rejectsSchemas();
    void decodesDeepSchemas();
    void decodesIdentities();
    void decodesFunctions();
};

Q_DECLARE_METATYPE(planlens::values::Value)
Q_DECLARE_METATYPE(planlens::values::Type)
Q_DECLARE_METATYPE(planlens::values::Path)

namespace {

QString text(const Value& value) {
    return QString::fromStdString(value.toGoString());
}

/// Returns the complete content of a schema as text, for comparison.
std::string print(const schemas::Block& block, int depth = 0);
std::string print(const std::map<std::string, schemas::Attribute, std::less<>>& attributes, int depth) {
    std::string result;
    for (const auto& [name, a] : attributes) {
        result += std::string(static_cast<std::size_t>(depth) * 2, ' ') + name + ":";
        const std::pair<bool, const char*> flags[] = {{a.required, " required"},
                                                      {a.optional, " optional"},
                                                      {a.computed, " computed"},
                                                      {a.sensitive, " sensitive"},
                                                      {a.writeOnly, " write-only"},
                                                      {a.deprecated, " deprecated"},
                                                      {a.descriptionIsMarkdown, " markdown"}};
        for (const auto& [isSet, word] : flags)
            result += isSet ? word : "";
        result += " \"" + a.description + "\" \"" + a.deprecationMessage + "\"";
        if (a.nested)
            result += " nested " + std::to_string(static_cast<int>(a.nested->nesting)) + "\n" +
                      print(a.nested->attributes, depth + 1);
        else
            result += " " + a.impliedType().toGoString() + "\n";
    }
    return result;
}
std::string print(const schemas::Block& block, int depth) {
    std::string result = std::string(block.deprecated ? "deprecated " : "") +
                         (block.descriptionIsMarkdown ? "markdown " : "") + block.description +
                         block.deprecationMessage + "\n" + print(block.attributes, depth);
    for (const auto& [name, nested] : block.blockTypes)
        result += std::string(static_cast<std::size_t>(depth) * 2, ' ') + name + " " +
                  std::to_string(static_cast<int>(nested.nesting)) + " " + std::to_string(nested.minItems) + "-" +
                  std::to_string(nested.maxItems) + " " + print(nested.block, depth + 1);
    return result;
}
std::string print(const schemas::ResourceSchema& schema) {
    return std::to_string(schema.version) + " " + print(schema.block) + schema.type.toGoString();
}

bool hasNestedTypes(const std::map<std::string, schemas::Attribute, std::less<>>& attributes) {
    return std::any_of(attributes.begin(), attributes.end(), [](const auto& a) { return a.second.nested != nullptr; });
}
bool hasNestedTypes(const schemas::Block& block) {
    return hasNestedTypes(block.attributes) ||
           std::any_of(block.blockTypes.begin(), block.blockTypes.end(),
                       [](const auto& b) { return hasNestedTypes(b.second.block); });
}

} // namespace

void TestCodec::codesValues_data() {
    QTest::addColumn<Value>("value");
    QTest::addColumn<Type>("type");
    QTest::addColumn<Value>("back");

    const Type object =
        Type::object({{"a", Type::string()}, {"b", Type::list(Type::number())}, {"c", Type::dynamic()}});
    const Value known = Value::object(
        object, {Value::string("ü\n"), Value::list({Value::number(1), Value::number(-7)}), Value::boolean(true)});
    QTest::newRow("object") << known << object << known;
    const Value unknown = Value::object(
        object, {Value::unknown(Type::string()), Value::emptyList(Type::number()), Value::null(Type::string())});
    QTest::newRow("unknown inside") << unknown << object << unknown;
    QTest::newRow("unknown") << Value::unknown(object) << object << Value::unknown(object);
    values::Refinement notNull;
    notNull.notNull = true;
    notNull.prefix = "i-";
    const Value refined = Value::unknown(Type::string(), notNull);
    QTest::newRow("refined") << refined << Type::string() << refined;
    QTest::newRow("null") << Value::null(object) << object << Value::null(object);
    QTest::newRow("null of no type") << Value() << object << Value::null(object);
    QTest::newRow("null where any type may be")
        << Value::null(Type::string()) << Type::dynamic() << Value::null(Type::string());
    const Value set = Value::set({Value::string("b"), Value::string("a")});
    QTest::newRow("set") << set << Type::set(Type::string()) << set;
    const Value map = Value::map({{"k", Value::number(2)}});
    QTest::newRow("map") << map << Type::map(Type::number()) << map;
}

void TestCodec::codesValues() {
    QFETCH(Value, value);
    QFETCH(Type, type);
    QFETCH(Value, back);
    const auto message = encodeValue(value, type);
    QVERIFY(message);
    QVERIFY(message->json().empty());
    const auto decoded = decodeValue(*message, type);
    QVERIFY(decoded);
    QCOMPARE(text(*decoded), text(back));
}

void TestCodec::decodesValues_data() {
    QTest::addColumn<QByteArray>("msgpack");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("value"); // or the error

    QTest::newRow("nothing") << QByteArray() << QByteArray() << "cty.NullVal(cty.String)";
    QTest::newRow("msgpack") << QByteArray("\xa1x") << QByteArray() << "cty.StringVal(\"x\")";
    QTest::newRow("JSON") << QByteArray() << QByteArray("\"x\"") << "cty.StringVal(\"x\")";
    QTest::newRow("both") << QByteArray("\xa1x") << QByteArray("\"y\"") << "cty.StringVal(\"x\")";
    QTest::newRow("another type") << QByteArray("\xc3") << QByteArray() << "E string is required";
    QTest::newRow("cut off") << QByteArray("\xa5x") << QByteArray() << "E EOF";
    QTest::newRow("no JSON") << QByteArray() << QByteArray("{") << "E";
}

void TestCodec::decodesValues() {
    QFETCH(QByteArray, msgpack);
    QFETCH(QByteArray, json);
    QFETCH(QString, value);
    tfplugin::DynamicValue message;
    message.set_msgpack(msgpack.toStdString());
    message.set_json(json.toStdString());
    const auto decoded = decodeValue(message, Type::string());
    if (value.startsWith("E")) {
        QVERIFY(!decoded);
        QVERIFY(decoded.error().detail.empty() && !decoded.error().summary.empty());
        QVERIFY(decoded.error().about == providers::ProviderDiagnostic::About::Nothing);
        return;
    }
    QVERIFY(decoded);
    QCOMPARE(text(*decoded), value);
}

void TestCodec::codesPaths_data() {
    QTest::addColumn<Path>("path");
    QTest::addColumn<Path>("back");

    const Path deep = Path().attribute("a").index(3).attribute("b").index("k\"");
    QTest::newRow("empty") << Path() << Path();
    QTest::newRow("every step") << deep << deep;
    QTest::newRow("element of a set") << deep.index(Value::boolean(true)).attribute("c") << deep;
    QTest::newRow("unknown index") << deep.index(Value::unknown(Type::number())) << deep;
}

void TestCodec::codesPaths() {
    QFETCH(Path, path);
    QFETCH(Path, back);
    QCOMPARE(QString::fromStdString(decodePath(encodePath(path)).toString()), QString::fromStdString(back.toString()));
    QVERIFY(decodePath(encodePath(path)) == back);
}

void TestCodec::decodesDiagnostics() {
    DiagnosticMessages messages;
    tfplugin::Diagnostic* error = messages.Add();
    error->set_severity(tfplugin::Diagnostic::ERROR);
    error->set_summary("s");
    error->set_detail("d");
    error->mutable_attribute()->add_steps()->set_attribute_name("a");
    error->mutable_attribute()->add_steps(); // a step without content
    messages.Add()->set_severity(tfplugin::Diagnostic::WARNING);
    messages.Add()->mutable_attribute();
    providers::ProviderDiagnostics diagnostics, older;
    appendDiagnostics(diagnostics, messages, 6);
    appendDiagnostics(older, messages, 5);
    QCOMPARE(diagnostics.size(), std::size_t(3));
    QCOMPARE(diagnostics[0].summary, std::string("s"));
    QCOMPARE(diagnostics[0].detail, std::string("d"));
    QVERIFY(diagnostics[0].attribute == Path().attribute("a"));
    QVERIFY(diagnostics[0].severity == diags::Severity::Error);
    QVERIFY(diagnostics[1].severity == diags::Severity::Warning);
    QVERIFY(diagnostics[1].about == providers::ProviderDiagnostic::About::Body);
    QVERIFY(diagnostics[2].severity == diags::Severity::Error);
    QVERIFY(diagnostics[2].about == providers::ProviderDiagnostic::About::Nothing);
    QVERIFY(older[2].about == providers::ProviderDiagnostic::About::Body);
}

void TestCodec::decodesWhatProvidersDeclare_data() {
    QTest::addColumn<QString>("file");
    for (const QString& file : QDir(PLANLENS_SHARED_DIR "/conformance/schemas").entryList({"*.json"}))
        QTest::newRow(qPrintable(file)) << file;
    if (QDir(PLANLENS_SHARED_DIR "/conformance/schemas").entryList({"*.json"}).isEmpty())
        QTest::newRow("none") << "";
}

void TestCodec::decodesWhatProvidersDeclare() {
    QFETCH(QString, file);
    if (file.isEmpty())
        QSKIP("no schemas there");
    QFile opened(PLANLENS_SHARED_DIR "/conformance/schemas/" + file);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const testing::Json json = testing::Json::parse(opened.readAll().toStdString());
    for (const auto& [address, declared] : json["provider_schemas"].items()) {
        const schemas::ProviderSchemaPtr all = testing::readSchemas(declared, testing::Json::object());
        QVERIFY(!all->managed.empty());
        const auto check = [](const schemas::ResourceSchema& schema) {
            const auto six = decodeSchema(6, testing::encodedSchema6(schema));
            QVERIFY(six);
            QCOMPARE(QString::fromStdString(print(**six)), QString::fromStdString(print(schema)));
            if (hasNestedTypes(schema.block))
                return;
            const auto five = decodeSchema(5, testing::encodedSchema5(schema));
            QVERIFY(five);
            QCOMPARE(QString::fromStdString(print(**five)), QString::fromStdString(print(schema)));
        };
        check(*all->provider);
        for (const auto* kind : {&all->managed, &all->data, &all->ephemeral})
            for (const auto& [name, schema] : *kind)
                check(*schema);
        for (const auto& [name, signature] : all->functions)
            QVERIFY(decodeFunction(testing::encoded(signature)));
    }
}

void TestCodec::rejectsSchemas_data() {
    QTest::addColumn<int>("protocol");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("error");

    const auto bytes = [](const auto& message) { return QByteArray::fromStdString(message.SerializeAsString()); };
    QTest::newRow("no message") << 6 << QByteArray("\xff\xff") << "it is not a Schema message";
    tfplugin5::Schema noType;
    noType.mutable_block()->add_attributes()->set_name("a");
    QTest::newRow("no type") << 5 << bytes(noType) << "attribute \"a\": invalid type: ";
    tfplugin6::Schema nesting;
    nesting.mutable_block()->add_attributes()->set_name("a");
    nesting.mutable_block()->mutable_attributes(0)->mutable_nested_type();
    QTest::newRow("no nesting of a type") << 6 << bytes(nesting) << "attribute \"a\": invalid nesting mode";
    tfplugin5::Schema block;
    block.mutable_block()->add_block_types()->set_type_name("b");
    QTest::newRow("no nesting of a block") << 5 << bytes(block) << "block \"b\": invalid nesting mode";
    block.mutable_block()->mutable_block_types(0)->mutable_block()->add_attributes()->set_type("3");
    QTest::newRow("inside a block") << 5 << bytes(block) << "block \"b\": attribute \"\": invalid type: ";
}

void TestCodec::rejectsSchemas() {
    QFETCH(int, protocol);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, error);
    const auto decoded = decodeSchema(protocol, bytes.toStdString());
    QVERIFY(!decoded);
    QVERIFY2(QString::fromStdString(decoded.error()).startsWith(error), decoded.error().c_str());
}

void TestCodec::decodesDeepSchemas() {
    constexpr int depth = 100;
    tfplugin6::Schema schema;
    tfplugin6::Schema::Block* block = schema.mutable_block();
    for (int i = 0; i < depth; ++i) {
        tfplugin6::Schema::NestedBlock* nested = block->add_block_types();
        nested->set_type_name("b");
        nested->set_nesting(tfplugin6::Schema::NestedBlock::LIST);
        block = nested->mutable_block();
    }
    const auto decoded = decodeSchema(6, schema.SerializeAsString());
    QVERIFY2(decoded, decoded ? "" : decoded.error().c_str());
    int found = 0;
    for (const schemas::Block* b = &(*decoded)->block; !b->blockTypes.empty(); b = &b->blockTypes.begin()->second.block)
        ++found;
    QCOMPARE(found, depth);
}

void TestCodec::decodesIdentities() {
    tfplugin::ResourceIdentitySchema message;
    message.set_version(3);
    auto* attribute = message.add_identity_attributes();
    attribute->set_name("id");
    attribute->set_type("\"string\"");
    attribute->set_required_for_import(true);
    auto identity = decodeIdentitySchema(message);
    QVERIFY(identity);
    QCOMPARE(identity->version, std::int64_t(3));
    QVERIFY(identity->object->attributes.at("id").required);
    const auto schema = decodeSchema(6, tfplugin6::Schema().SerializeAsString(), *identity);
    QVERIFY(schema);
    QVERIFY((*schema)->identity && (*schema)->identityVersion == 3);
    attribute->set_type("");
    QVERIFY(!decodeIdentitySchema(message));
}

void TestCodec::decodesFunctions() {
    tfplugin::Function message;
    auto* parameter = message.add_parameters();
    parameter->set_name("p");
    parameter->set_type("[\"list\",\"string\"]");
    parameter->set_allow_null_value(true);
    message.mutable_variadic_parameter()->set_type("\"dynamic\"");
    message.mutable_variadic_parameter()->set_allow_unknown_values(true);
    message.mutable_return_()->set_type("\"bool\"");
    message.set_summary("s");
    message.set_deprecation_message("old");
    const auto function = decodeFunction(message);
    QVERIFY(function);
    QCOMPARE(function->parameters.size(), std::size_t(1));
    QVERIFY(function->parameters[0].type == Type::list(Type::string()) && function->parameters[0].allowNull &&
            !function->parameters[0].allowUnknown);
    QVERIFY(function->variadic && function->variadic->type.isDynamic() && function->variadic->allowUnknown);
    QVERIFY(function->returnType.isBool());
    QCOMPARE(function->deprecationMessage, std::string("old"));
    message.clear_return_();
    QVERIFY(!decodeFunction(message));
}

QTEST_APPLESS_MAIN(TestCodec)
#include "tst_codec.moc"
