// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"
#include "core/states/file/json_layout.h"

#include "state_samples.h"

#include <QtTest>

#include <algorithm>
#include <fstream>

using namespace planlens;
using namespace planlens::states;
namespace fs = std::filesystem;

namespace {

/// Returns all fields of a state file, as OpenTofu writes them.
std::string everything() {
    return samples::readText(PLANLENS_SOURCE_DIR "/tests/core/states/data/everything.tfstate");
}

std::string oneResource(const std::string& provider, const std::string& attributes) {
    return "{\"version\":4,\"resources\":[{\"mode\":\"managed\",\"type\":\"t\",\"name\":\"n\",\"provider\":\"" +
           provider + "\",\"instances\":[{\"attributes\":" + attributes + "}]}]}";
}

std::string problems(const diags::Result<File>& file) {
    return file.diagnostics.toString();
}

/// Returns the compact form used by saved plans.
std::string compact(const File& file) {
    std::string text;
    writeCompactFile(file, [&](std::string_view part) { text += part; });
    return text;
}

std::string bigState(int resources) {
    State state;
    for (int i = 0; i < resources; ++i) {
        auto object = std::make_shared<StoredObject>();
        object->attributesJson =
            "{\"arn\":\"arn:aws:ec2:eu-west-1:123456789012:instance/i-" + std::to_string(i) +
            "\",\"count\":" + std::to_string(i) + ",\"id\":\"i-" + std::to_string(i) +
            "\",\"list\":[\"one\",\"two\",\"three\"],\"nested\":{\"a\":null,\"b\":true},\"tags\":{\"Name\":"
            "\"instance\",\"Owner\":\"somebody\"}}";
        object->dependencies = {{{}, {addrs::ResourceMode::Managed, "test_thing", "n" + std::to_string(i / 10)}}};
        state.setCurrent(samples::thing("n" + std::to_string(i)), object, samples::provider());
    }
    return writeFile({{}, 1, "l", std::make_shared<const State>(std::move(state))});
}

} // namespace

class TestFile : public QObject {
    Q_OBJECT
private slots:
    void keepsEveryFieldByteForByte() {
        const auto file = readFile(everything());
        QVERIFY2(file.isOk(), problems(file).c_str());
        QCOMPARE(QString::fromStdString(samples::firstDifference(writeFile(*file), everything())), QString());
    }

    void keepsEveryFieldWithoutWhiteSpace() {
        const auto file = readFile(everything());
        QVERIFY2(file.isOk(), problems(file).c_str());
        const std::string text = compact(*file);
        QCOMPARE(text, compactJson(writeFile(*file)));
        const auto again = readFile(text);
        QVERIFY2(again.isOk(), problems(again).c_str());
        QVERIFY(*again->state == *file->state);
    }

    /// The text of large states is written in parts.
    void writesManyResourcesInOrder_data() {
        QTest::addColumn<int>("resources");
        for (const int resources : {0, 1, 7999, 8000, 8001})
            QTest::addRow("%d", resources) << resources;
    }
    void writesManyResourcesInOrder() {
        QFETCH(int, resources);
        const std::string text = bigState(resources);
        const auto file = readFile(text);
        QVERIFY2(file.isOk(), problems(file).c_str());
        QCOMPARE(file->state->resources().size(), static_cast<std::size_t>(resources));
        QCOMPARE(compact(*file), compactJson(text));
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), resources ? 33 * resources + 11 : 10);
    }

    void indentsDeepValues() {
        const std::string json = std::string(70, '[') + "1" + std::string(70, ']');
        std::string expected;
        for (int level = 0; level < 70; ++level)
            expected += std::string(2 * static_cast<std::size_t>(level), ' ') + "[\n";
        expected += std::string(140, ' ') + "1";
        for (int level = 69; level >= 0; --level)
            expected += "\n" + std::string(2 * static_cast<std::size_t>(level), ' ') + "]";
        QCOMPARE(indentedJson(json), expected);
        QCOMPARE(compactJson(expected), json);
    }

    void compacts_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nothing to leave out") << QByteArray("{\"a\":[1,\"b\"]}") << QByteArray("{\"a\":[1,\"b\"]}");
        QTest::newRow("white space of all kinds")
            << QByteArray("\t{ \"a\" :\r\n[ 1 ,\ttrue , null ] } \n") << QByteArray("{\"a\":[1,true,null]}");
        QTest::newRow("in texts it stays") << QByteArray(" \"a b \\\" c  \" ") << QByteArray("\"a b \\\" c  \"");
        QTest::newRow("empty containers") << QByteArray("[ { } , [\n] , \"\" ]") << QByteArray("[{},[],\"\"]");
        QTest::newRow("numbers as written") << QByteArray("[ 1.50 , -0 , 1e400 ]") << QByteArray("[1.50,-0,1e400]");
        QTest::newRow("a word alone") << QByteArray(" false ") << QByteArray("false");
    }
    void compacts() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(compactJson(json.toStdString())), expected);
    }

    void understandsEveryField() {
        const auto file = readFile(everything());
        QVERIFY(file.isOk());
        QCOMPARE(file->serial, 41u);
        QCOMPARE(file->lineage, std::string("7d1d4f3e-1111-2222-3333-444455556666"));
        const State& state = *file->state;
        QVERIFY(state.outputs.at("secret").sensitive);
        QCOMPARE(state.outputs.at("secret").value.attribute("big").asNumber().toString(),
                 std::string("123456789012345678901234567890"));
        QCOMPARE(state.outputs.at("plain").deprecated, std::string("use other"));

        const StoredObjectPtr object = state.current(samples::thing("many", 2));
        QVERIFY(object != nullptr);
        QVERIFY(object->status == ObjectStatus::Tainted);
        QCOMPARE(object->schemaVersion, 3u);
        QCOMPARE(object->privateData, std::string("{\"a\":1}"));
        QCOMPARE(object->attributesJson, std::string("{\"z\":1.50,\"a\":[{},[],\"\\u2028\"],\"number\":1e400}"));
        QCOMPARE(object->sensitivePaths.size(), std::size_t(1));
        QCOMPARE(object->sensitivePaths[0].path.toString(), std::string(".tags[\"k\"]"));
        QCOMPARE(object->dependencies.size(), std::size_t(2));
        QCOMPARE(object->dependencies[1].toString(), std::string("module.m.test_thing.x"));
        QVERIFY(object->createBeforeDestroy && object->skipDestroy);
        QCOMPARE(object->identityJson, std::string("{\"id\":\"x\"}"));
        QCOMPARE(object->identitySchemaVersion.value(), std::uint64_t(0));

        const ResourceInstance* ten = state.instance(samples::thing("many", 10));
        QVERIFY(ten && ten->current && ten->deposed.contains("0011aabb"));
        QCOMPARE(state.current(samples::thing("many", std::string("a\"b")))->attributesFlat.at("id"),
                 std::string("flat"));
        QCOMPARE(state.checkResults->at("check.health").objects.at("check.health").failureMessages.at(0),
                 std::string("Not well."));
        QVERIFY(!state.checkResults->at("test_thing.none").objectsKnown);
    }

    void escapesUnescapedCharactersOfOtherPrograms() {
        const auto file =
            readFile(oneResource("provider[\\\"registry.opentofu.org/hashicorp/t\\\"]", "{\"a\":\"<&>\"}"));
        QVERIFY2(file.isOk(), problems(file).c_str());
        const std::string text = writeFile(*file);
        QVERIFY(text.find("\"a\": \"\\u003c\\u0026\\u003e\"") != std::string::npos);
    }

    void readsLegacyProviderAddresses() {
        const auto file = readFile(oneResource("module.a.provider.aws.west", "{}"));
        QVERIFY2(file.isOk(), problems(file).c_str());
        QCOMPARE(file->state->resources().begin()->second.provider.toString(),
                 std::string("module.a.provider[\"registry.opentofu.org/-/aws\"].west"));
    }

    void distinguishesNoChecksFromUnknownChecks() {
        const auto none = readFile(R"({"version":4,"check_results":null})");
        const auto empty = readFile(R"({"version":4,"check_results":[]})");
        QVERIFY(none.isOk() && empty.isOk());
        QVERIFY(!none->state->checkResults);
        QVERIFY(empty->state->checkResults && empty->state->checkResults->empty());
        QVERIFY(writeFile(*empty).find("\"check_results\": null") != std::string::npos);
    }

    void keepsRealStates_data() {
        QTest::addColumn<QString>("path");
        const fs::path cases = fs::path(PLANLENS_SHARED_DIR) / "conformance/cases";
        std::error_code error;
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(cases, error)) {
            if (entry.path().filename() == "prior.tfstate")
                found.push_back(entry.path());
        }
        std::sort(found.begin(), found.end());
        for (const fs::path& path : found)
            QTest::newRow(fs::relative(path.parent_path(), cases).c_str()) << QString::fromStdString(path.string());
        if (found.empty())
            QTest::newRow("none") << QString();
    }
    void keepsRealStates() {
        QFETCH(QString, path);
        if (path.isEmpty())
            QSKIP("no recorded states here");
        const std::string text = samples::readText(path.toStdString());
        const auto file = readFile(text);
        QVERIFY2(file.isOk(), problems(file).c_str());
        if (!text.ends_with("\n\n")) { // a recording edited by hand
            QVERIFY(*readFile(writeFile(*file))->state == *file->state);
            return;
        }
        QCOMPARE(QString::fromStdString(samples::firstDifference(writeFile(*file), text)), QString());
    }

    void readsRecordedResults() {
        const fs::path cases = fs::path(PLANLENS_SHARED_DIR) / "conformance/cases";
        int read = 0;
        std::error_code error;
        for (const auto& entry : fs::recursive_directory_iterator(cases, error)) {
            if (entry.path().filename() != "state.json")
                continue;
            QString text = QString::fromStdString(samples::readText(entry.path()));
            // Placeholders in the recordings.
            text.replace("\"<<varies>>\"", "null");
            text.replace(QRegularExpression("\"number:([0-9.]+)\""), "\\1");
            const auto file = readFile("{\"version\":4," + text.mid(1).toStdString());
            QVERIFY2(file.isOk(), (entry.path().string() + ": " + problems(file)).c_str());
            ++read;
        }
        if (read == 0)
            QSKIP("no recorded states here");
    }

    void readsAndWritesBigStates() {
        const std::string text = bigState(16000);
        QVERIFY(text.size() > 8'000'000);
        const auto file = readFile(text);
        QVERIFY2(file.isOk(), problems(file).c_str());
        QVERIFY(writeFile(*file) == text);
    }

    void keepsResourcesThatStandTwice() {
        const std::string provider = "provider[\\\"registry.opentofu.org/a/b\\\"]";
        const std::string name = "{\"mode\":\"managed\",\"type\":\"t\",\"name\":\"n\",";
        const auto file =
            readFile("{\"version\":4,\"serial\":1,\"lineage\":\"l\",\"resources\":[" + name +
                     "\"instances\":[{\"attributes\":{},\"provider\":\"" + provider + ".each[\\\"x\\\"]\"}]}," + name +
                     "\"provider\":\"" + provider + "\",\"instances\":[]}]}");
        QVERIFY2(file.isOk(), problems(file).c_str());
        const auto again = readFile(writeFile(*file));
        QVERIFY2(again.isOk(), problems(again).c_str());
        QVERIFY(*again->state == *file->state);
    }

    /// As in OpenTofu. The output must be readable again.
    void keepsResourcesWithoutProvider() {
        const auto file = readFile(
            R"({"version":4,"serial":1,"lineage":"l","resources":[{"mode":"managed","type":"t","name":"n","instances":[]}]})");
        QVERIFY2(file.isOk(), problems(file).c_str());
        const auto again = readFile(writeFile(*file));
        QVERIFY2(again.isOk(), problems(again).c_str());
        QVERIFY(*again->state == *file->state);
    }
};

QTEST_APPLESS_MAIN(TestFile)
#include "tst_file.moc"
