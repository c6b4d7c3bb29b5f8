// SPDX-License-Identifier: MPL-2.0
// States of the formats 1 to 3, compared with the same states in format 4 as the reference converts them.
#include "core/states/file.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::states;

namespace {

std::string oldState(int version, const std::string& module) {
    return "{\"version\":" + std::to_string(version) +
           ",\"terraform_version\":\"0.11.1\",\"serial\":8,\"lineage\":\"l\",\"modules\":[" + module + "]}";
}

std::string instance(const std::string& resource) {
    return "{\"path\":[\"root\"],\"outputs\":{},\"resources\":{" + resource + "}}";
}

/// The resource `null_resource.a` of format 4 with these instances.
std::string resource(const std::string& instances, const std::string& provider = "provider.null") {
    return "\"resources\":[{\"mode\":\"managed\",\"type\":\"null_resource\",\"name\":\"a\",\"provider\":\"" + provider +
           "\",\"instances\":[" + instances + "]}]";
}

} // namespace

class TestOldFormats : public QObject {
    Q_OBJECT
private slots:
    void isReadLikeFormat4_data() {
        QTest::addColumn<std::string>("old");
        QTest::addColumn<std::string>("current");
        const auto row = [](const char* name, const std::string& old, const std::string& current,
                            const char* start = "\"terraform_version\":\"0.11.1\",\"serial\":8,\"lineage\":\"l\",") {
            QTest::newRow(name) << old << std::string("{\"version\":4,") + start + current + "}";
        };
        row("3: attributes",
            oldState(
                3,
                instance(
                    R"("null_resource.a":{"depends_on":["x.y"],"primary":{"id":"1",)"
                    R"("attributes":{"id":"1","triggers.%":"1","triggers.k":"v"},"meta":{},"tainted":false},"deposed":[]})")),
            resource(R"({"attributes_flat":{"id":"1","triggers.%":"1","triggers.k":"v"}})"));
        row("3: number",
            oldState(3, instance(R"("null_resource.a.1":{"primary":{"id":"1","attributes":{"id":"1"}}},)"
                                 R"("null_resource.a.0":{"primary":{"id":"0","attributes":{"id":"0"}}})")),
            resource(R"({"index_key":0,"attributes_flat":{"id":"0"}},{"index_key":1,"attributes_flat":{"id":"1"}})"));
        row("3: tainted, deposed",
            oldState(3, instance(R"("null_resource.a":{"primary":{"id":"1","tainted":true},)"
                                 R"("deposed":[{"id":"2"},{"id":"3"}]})")),
            resource(R"({"status":"tainted","attributes_flat":{"id":"1"}},{"deposed":"00000001","attributes_flat":)"
                     R"({"id":"2"}},{"deposed":"00000002","attributes_flat":{"id":"3"}})"));
        row("3: id of another attribute",
            oldState(3, instance(R"("null_resource.a":{"primary":{"id":"1","attributes":)"
                                 R"({"id":"2"}}})")),
            resource(R"({"attributes_flat":{"id":"2"}})"));
        row("3: schema version",
            oldState(3, instance(R"("null_resource.a":{"primary":{"id":"1","meta":)"
                                 R"({"schema_version":"3","z":{"b":1},"a":"<"}}})")),
            resource(R"({"schema_version":3,"private":"eyJhIjoiPCIsInoiOnsiYiI6MX19","attributes_flat":{"id":"1"}})"));
        row("3: number as schema version",
            oldState(3, instance(R"("null_resource.a":{"primary":{"id":"1","meta":)"
                                 R"({"schema_version":3}}})")),
            resource(R"({"schema_version":3,"attributes_flat":{"id":"1"}})"));
        row("3: wrong schema version",
            oldState(3, instance(R"("null_resource.a":{"primary":{"id":"1","meta":)"
                                 R"({"schema_version":"x"}}})")),
            resource(R"({"private":"eyJzY2hlbWFfdmVyc2lvbiI6IngifQ==","attributes_flat":{"id":"1"}})"));
        row("3: alias of a provider",
            oldState(3, instance(R"("null_resource.a":{"provider":"other.west","primary":)"
                                 R"({"id":"1"}})")),
            resource(R"({"attributes_flat":{"id":"1"}})", "provider.other.west"));
        row("3: address of a provider",
            oldState(3, instance(R"("null_resource.a":{"provider":)"
                                 R"("module.m.provider.other","primary":{"id":"1"}})")),
            resource(R"({"attributes_flat":{"id":"1"}})", "module.m.provider.other"));
        row("3: data source in a module",
            oldState(3, R"({"path":["root","m","n"],"outputs":{"o":{"value":"x"}},)"
                        R"("resources":{"data.aws_ami.x.2":{"primary":{"id":"1"}}}})"),
            R"("resources":[{"module":"module.m.module.n","mode":"data","type":"aws_ami","name":"x","provider":)"
            R"("module.m.module.n.provider.aws","instances":[{"index_key":2,"attributes_flat":{"id":"1"}}]}])");
        row("3: outputs",
            oldState(
                3,
                R"({"path":["root"],"outputs":{"s":{"sensitive":true,"type":"string","value":)"
                R"("x"},"l":{"type":"list","value":["a","b"]},"m":{"type":"map","value":{"a":["x"],"b":["y"]}},"o":{"type":)"
                R"("map","value":{"a":1,"b":"x"}},"e":{"type":"list","value":[]}}})"),
            R"("outputs":{"s":{"value":"x","type":"string","sensitive":true},"l":{"value":["a","b"],"type":["list",)"
            R"("string"]},"m":{"value":{"a":["x"],"b":["y"]},"type":["map",["list","string"]]},"o":{"value":{"a":1,)"
            R"("b":"x"},"type":["object",{"a":"number","b":"string"}]},"e":{"value":[],"type":["tuple",[]]}})");
        row("3: empty", R"({"version":3})", "\"terraform_version\":\"0.0.0\"", "");
        const std::string before =
                              "{\"id\":\"1\",\"m.#\":\"2\",\"m.x\":\"1\",\"m.y\":\"2\",\"l.#\":\"1\",\"l.0\":\"a\","
                              "\"s.#\":\"1\",\"s.123.k\":\"v\",\"e.#\":\"0\",\"n.#\":\"1\",\"n.0.q.#\":\"1\","
                              "\"n.0.q.z\":\"1\"}",
                          after = "{\"id\":\"1\",\"m.%\":\"2\",\"m.x\":\"1\",\"m.y\":\"2\",\"l.#\":\"1\",\"l.0\":\"a\","
                                  "\"s.#\":\"1\",\"s.123.k\":\"v\",\"n.#\":\"1\",\"n.0.q.%\":\"1\",\"n.0.q.z\":\"1\"}";
        row("2: maps",
            oldState(2, instance("\"null_resource.a\":{\"primary\":{\"id\":\"1\",\"attributes\":" + before + "}}")),
            resource("{\"attributes_flat\":" + after + "}"));
        row("1: outputs",
            R"({"version":1,"serial":2,"modules":[{"path":null,"outputs":{"o":"0,1"},"resources":{)"
            R"("null_resource.a":{"type":"null_resource","primary":{"id":"1","meta":{"k":"v"}}}}}]})",
            R"("outputs":{"o":{"value":"0,1","type":"string"}},)" +
                resource(R"({"private":"eyJrIjoidiJ9","attributes_flat":{"id":"1"}})"),
            "\"terraform_version\":\"0.0.0\",\"serial\":2,");
    }
    void isReadLikeFormat4() {
        QFETCH(std::string, old);
        QFETCH(std::string, current);
        const diags::Result<File> read = readFile(old, "state"), expected = readFile(current, "state");
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        QVERIFY2(expected.isOk(), expected.diagnostics.toString().c_str());
        QCOMPARE(QString::fromStdString(writeFile(*read)), QString::fromStdString(writeFile(*expected)));
        QCOMPARE(QString::fromStdString(read->terraformVersion), QString::fromStdString(expected->terraformVersion));
    }
};

QTEST_GUILESS_MAIN(TestOldFormats)
#include "tst_old_formats.moc"
