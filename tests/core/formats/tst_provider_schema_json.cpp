// SPDX-License-Identifier: MPL-2.0
#include "core/formats/provider_schema_json.h"
#include "core/providers/simulated/schema_json.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace planlens;
using Json = nlohmann::json;

namespace {

constexpr auto start =
    R"({"format_version":"1.0","provider_schemas":{"example.com/corp/a":{"resource_schemas":{"a_thing":)";
constexpr auto otherAddress = R"({"format_version":"1.0","provider_schemas":{"a/b/c/d":{}}})";

} // namespace

class TestProviderSchemaJson final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatItReads_data() {
        QTest::addColumn<QByteArray>("text");
        QFile everything(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/formats/provider_schemas.json"));
        QVERIFY(everything.open(QIODevice::ReadOnly));
        QTest::newRow("everything") << everything.readAll();
        QTest::newRow("nothing") << QByteArray("{\"format_version\":\"1.0\"}");
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
        const Json written = Json::parse(formats::providerSchemasJson(schemas)),
                   wanted = Json::parse(text.toStdString());
        QCOMPARE(QString::fromStdString(Json::diff(wanted, written).dump()), QStringLiteral("[]"));
    }

    void reportsWhereSomethingIsWrong_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("problem");
        QTest::newRow("no JSON") << QByteArray("x") << "it is not JSON";
        QTest::newRow("no object") << QByteArray("[]") << "the \"format_version\" is not 1";
        QTest::newRow("later version") << QByteArray("{\"format_version\":\"2.0\"}")
                                       << "the \"format_version\" is not 1";
        QTest::newRow("address") << QByteArray(otherAddress) << "at a/b/c/d, the name is not a provider address";
        QTest::newRow("no object inside") << QByteArray(start) + "1}}}}"
                                          << "at example.com/corp/a.a_thing, it is not an object";
        QTest::newRow("type") << QByteArray(start) + "{\"block\":{\"attributes\":{\"x\":{\"type\":\"word\"}}}}}}}}"
                              << "at example.com/corp/a.a_thing.x, \"type\" is not a type";
        QTest::newRow("no type") << QByteArray(start) + "{\"block\":{\"attributes\":{\"x\":{}}}}}}}}"
                                 << "at example.com/corp/a.a_thing.x, \"type\" is missing";
        QTest::newRow("nesting") << QByteArray(start) +
                                        "{\"block\":{\"block_types\":{\"x\":{\"nesting_mode\":\"tree\"}}}}}}}}"
                                 << "at example.com/corp/a.a_thing.x, \"nesting_mode\" is \"tree\"";
    }
    void reportsWhereSomethingIsWrong() {
        QFETCH(QByteArray, text);
        QFETCH(QString, problem);
        const auto read = providers::simulated::readProviderSchemas(text.toStdString());
        QVERIFY(read.hasErrors());
        QCOMPARE(QString::fromStdString(read.diagnostics[0].detail),
                 "The file with schemas is not what \"tofu providers schema -json\" writes: " + problem + ".");
    }
};

QTEST_APPLESS_MAIN(TestProviderSchemaJson)
#include "tst_provider_schema_json.moc"
