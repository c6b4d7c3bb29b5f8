// SPDX-License-Identifier: MPL-2.0
#include "core/formats/provider_schema_json.h"
#include "core/providers/simulated/schema_json.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace planlens;
using Json = nlohmann::json;

class TestProviderSchemaJson final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatItReads_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray everything = R"({"format_version":"1.0","provider_schemas":{"example.com/corp/a":{
            "provider":{"version":2,"block":{"attributes":{"token":{"type":"string","description":"a <b> & \"c\"","description_kind":"markdown","optional":true,"sensitive":true}},"description_kind":"plain"}},
            "resource_schemas":{"a_thing":{"version":3,"block":{"attributes":{
                "id":{"type":"string","description_kind":"plain","computed":true},
                "old":{"type":["map",["list","number"]],"description_kind":"plain","deprecated":true,"deprecation_message":"use new","optional":true,"computed":true},
                "secret":{"type":"dynamic","description_kind":"plain","optional":true,"write_only":true},
                "nested":{"nested_type":{"attributes":{"x":{"type":["object",{"y":"bool"}],"description_kind":"plain","required":true}},"nesting_mode":"list"},"description_kind":"plain","optional":true}},
                "block_types":{"b":{"nesting_mode":"set","block":{"attributes":{"n":{"type":"number","description_kind":"plain","required":true}},"description_kind":"plain"},"min_items":1,"max_items":2},
                               "g":{"nesting_mode":"group","block":{"description_kind":"plain"}},"s":{"nesting_mode":"single","block":{"description_kind":"plain"}},
                               "m":{"nesting_mode":"map","block":{"description_kind":"plain"}}},
                "description":"thing","description_kind":"markdown","deprecated":true,"deprecation_message":"gone"}}},
            "data_source_schemas":{"a_data":{"version":0,"block":{"description_kind":"plain"}}},
            "ephemeral_resource_schemas":{"a_short":{"version":0,"block":{"description_kind":"plain"}}},
            "functions":{"f":{"description":"d","summary":"s","return_type":["list","string"],"parameters":[{"name":"p","description":"","type":"string","is_nullable":true}],
                              "variadic_parameter":{"name":"v","description":"","type":"dynamic"}}},
            "resource_identity_schemas":{"a_thing":{"version":1,"attributes":{"key":{"type":"string","description":"k","required_for_import":true},"other":{"type":"number","optional_for_import":true}}}}}}})";
        QTest::newRow("everything") << everything;
        QTest::newRow("nothing") << QByteArray(R"({"format_version":"1.0"})");
#ifdef PLANLENS_SHARED_DIR
        const QDir folder(QStringLiteral(PLANLENS_SHARED_DIR "/conformance/schemas"));
        for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly))
                QTest::newRow(qPrintable(name)) << file.readAll();
        }
#endif
    }
    void writesWhatItReads() {
        QFETCH(QByteArray, text);
        const auto read = providers::simulated::readProviderSchemas(text.toStdString());
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        plans::Schemas schemas;
        for (const auto& [provider, schema] : *read)
            schemas.emplace(provider, schema);
        const Json written = Json::parse(formats::providerSchemasJson(schemas)), wanted = Json::parse(text.toStdString());
        QCOMPARE(QString::fromStdString(Json::diff(wanted, written).dump()), QStringLiteral("[]"));
    }

    void saysWhereSomethingIsWrong_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        const char* const start = R"({"format_version":"1.0","provider_schemas":{"example.com/corp/a":{"resource_schemas":{"a_thing":)";
        QTest::newRow("no JSON") << QByteArray("x") << "it is not JSON";
        QTest::newRow("no object") << QByteArray("[]") << "the \"format_version\" is not 1";
        QTest::newRow("later version") << QByteArray(R"({"format_version":"2.0"})") << "the \"format_version\" is not 1";
        QTest::newRow("address") << QByteArray(R"({"format_version":"1.0","provider_schemas":{"a/b/c/d":{}}})") << "at a/b/c/d, it is no address of a provider";
        QTest::newRow("no object inside") << QByteArray(start) + "1}}}}" << "at example.com/corp/a.a_thing, it is not an object";
        QTest::newRow("type") << QByteArray(start) + R"({"block":{"attributes":{"x":{"type":"word"}}}}}}}})" << "at example.com/corp/a.a_thing.x, \"type\" is not a type";
        QTest::newRow("no type") << QByteArray(start) + R"({"block":{"attributes":{"x":{}}}}}}}})" << "at example.com/corp/a.a_thing.x, \"type\" is missing";
        QTest::newRow("nesting") << QByteArray(start) + R"({"block":{"block_types":{"x":{"nesting_mode":"tree"}}}}}}}})" << "at example.com/corp/a.a_thing.x, \"nesting_mode\" is \"tree\"";
    }
    void saysWhereSomethingIsWrong() {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const auto read = providers::simulated::readProviderSchemas(text.toStdString());
        QVERIFY(read.hasErrors());
        QCOMPARE(QString::fromStdString(read.diagnostics[0].detail), "The file with schemas is not what \"tofu providers schema -json\" writes: " + problem + ".");
    }
};

QTEST_APPLESS_MAIN(TestProviderSchemaJson)
#include "tst_provider_schema_json.moc"
