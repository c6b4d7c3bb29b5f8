// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/module_source.h"
#include "core/addrs/move_endpoint.h"
#include "core/addrs/provider.h"
#include "core/addrs/reference.h"
#include "core/addrs/target.h"
#include "core/hcl/syntax/parser.h"
#include "tests/support/table_values.h"

#include <QtTest>

#include <functional>

using namespace planlens;
using namespace planlens::addrs;
using tests::Json;

namespace {

template <typename T>
T must(diags::Result<T> result) {
    if (!result.isOk())
        throw std::runtime_error(result.diagnostics.toString());
    return *std::move(result);
}

hcl::Traversal traversal(const Json& text) {
    return must(hcl::parseTraversalPartial(text.get<std::string>(), ""));
}
ModuleInstance moduleInstance(const Json& text) {
    const auto result = readModuleInstance(text.get<std::string>());
    if (!result)
        throw std::runtime_error("not a module: " + text.get<std::string>());
    return *result;
}
Module module(const Json& text) {
    return moduleInstance(text).module();
}
AbsResourceInstance instance(const Json& text) {
    return must(parseAbsResourceInstance(text.get<std::string>()));
}
AbsModuleCall call(const Json& json) {
    const std::string text = json.get<std::string>();
    if (text == "module.")
        return {};
    const ModuleInstance last = moduleInstance(text);
    return {last.parent(), last.path.back().name};
}

/// Converts an address of the table to an object.
AbsMoveable moveable(const Json& json) {
    const std::string kind = json["kind"];
    if (kind == "ModuleInstance")
        return moduleInstance(json["str"]);
    if (kind == "AbsModuleCall")
        return call(json["str"]);
    if (kind == "AbsResource")
        return instance(json["str"]).containing();
    return instance(json["str"]);
}
TargetSubject subject(const Json& json) {
    const std::string kind = json["kind"];
    if (kind == "Module")
        return module(json["str"]);
    if (kind == "ModuleInstance")
        return moduleInstance(json["str"]);
    if (kind == "ConfigResource")
        return instance(json["str"]).config();
    if (kind == "AbsResource")
        return instance(json["str"]).containing();
    return instance(json["str"]);
}

struct KindName {
    std::string operator()(const Module&) const { return "Module"; }
    std::string operator()(const ModuleInstance&) const { return "ModuleInstance"; }
    std::string operator()(const AbsModuleCall&) const { return "AbsModuleCall"; }
    std::string operator()(const ConfigResource&) const { return "ConfigResource"; }
    std::string operator()(const AbsResource&) const { return "AbsResource"; }
    std::string operator()(const AbsResourceInstance&) const { return "AbsResourceInstance"; }
    std::string operator()(const CountAttribute&) const { return "CountAttr"; }
    std::string operator()(const ForEachAttribute&) const { return "ForEachAttr"; }
    std::string operator()(const PathAttribute&) const { return "PathAttr"; }
    std::string operator()(const TerraformAttribute&) const { return "TerraformAttr"; }
    std::string operator()(const InputVariable&) const { return "InputVariable"; }
    std::string operator()(const LocalValue&) const { return "LocalValue"; }
    std::string operator()(const OutputValue&) const { return "OutputValue"; }
    std::string operator()(const CheckRef&) const { return "Check"; }
    std::string operator()(const Self&) const { return "self"; }
    std::string operator()(const Resource&) const { return "Resource"; }
    std::string operator()(const ResourceInstance&) const { return "ResourceInstance"; }
    std::string operator()(const ModuleCall&) const { return "ModuleCall"; }
    std::string operator()(const ModuleCallInstance&) const { return "ModuleCallInstance"; }
    std::string operator()(const ModuleCallInstanceOutput&) const { return "ModuleCallInstanceOutput"; }
    std::string operator()(const ProviderFunction&) const { return "ProviderFunction"; }
    std::string operator()(const LocalModuleSource&) const { return "ModuleSourceLocal"; }
    std::string operator()(const RegistryModuleSource&) const { return "ModuleSourceRegistry"; }
    std::string operator()(const RemoteModuleSource&) const { return "ModuleSourceRemote"; }
};

template <typename Variant>
Json address(const Variant& variant) {
    const std::string text = std::visit(
        [&variant](const auto& alternative) -> std::string {
            if constexpr (requires { alternative.toString(); })
                return alternative.toString();
            else
                return toString(variant);
        },
        variant);
    return {{"kind", std::visit(KindName{}, variant)}, {"str", text}};
}

Json providerJson(const Provider& provider) {
    return {{"kind", "Provider"},
            {"hostname", provider.hostname()},
            {"namespace", provider.nameSpace()},
            {"type", provider.type()},
            {"str", provider.toString()}};
}
Provider provider(const Json& json) {
    return {json["hostname"], json["namespace"], json["type"]};
}
Json configJson(const AbsProviderConfig& config) {
    return {{"kind", "AbsProviderConfig"},
            {"str", config.toString()},
            {"module", config.module.toString()},
            {"provider", providerJson(config.provider)},
            {"alias", config.alias}};
}
Json keyJson(const InstanceKey& key) {
    if (key.isInt())
        return key.index();
    return key.isString() ? Json(key.string()) : Json();
}

Json referenceJson(const Reference& reference) {
    return {{"kind", "Reference"},
            {"subject", address(reference.subject)},
            {"remaining", reference.remaining.toString()},
            {"source_range",
             {reference.range.start.line, reference.range.start.column, reference.range.start.byte,
              reference.range.end.line, reference.range.end.column, reference.range.end.byte}}};
}
Json sourceJson(const ModuleSource& source) {
    Json json = address(source);
    if (const auto* remote = std::get_if<RemoteModuleSource>(&source)) {
        json["package"] = remote->package;
        json["subdir"] = remote->subdirectory;
    } else if (const auto* registry = std::get_if<RegistryModuleSource>(&source)) {
        json["package"] = {{"host", registry->hostname},
                           {"name", registry->name},
                           {"namespace", registry->nameSpace},
                           {"targetsystem", registry->targetSystem}};
        json["subdir"] = registry->subdirectory;
    }
    return json;
}

enum class ErrorText { Detail, Whole };
template <typename T, typename Print>
Json outcome(const diags::Result<T>& result, ErrorText text, Print print) {
    if (result.isOk())
        return {{"want", print(*result)}};
    const diags::Diagnostic& first = result.diagnostics[0];
    return {{"error", text == ErrorText::Detail ? first.detail : first.summary + ": " + first.detail}};
}

MoveEndpointInModule endpoint(const Json& subjectJson, const Json& moduleText) {
    return {module(moduleText), moveable(subjectJson), {}};
}

/// Parses "foo.bar", the form in which the table writes the module with this path.
Module declaringModule(const std::string& text) {
    Module result;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('.', start), text.size());
        result.path.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return result;
}

template <typename T>
Json destination(const Json& input, const T& receiver) {
    const auto from = must(parseMoveEndpoint(traversal(input["from"])));
    const auto to = must(parseMoveEndpoint(traversal(input["to"])));
    const auto unified = unifyMoveEndpoints(declaringModule(input["decl_module"]), from, to);
    const auto result = unified ? moveDestination(receiver, unified->first, unified->second) : std::nullopt;
    return {{"want", {{"match", result.has_value()}, {"result", result ? result->toString() : ""}}}};
}

using Operation = std::function<Json(const Json& input)>;
template <typename T>
Json want(const T& value) {
    return {{"want", value}};
}

const std::map<std::string, Operation>& operations() {
    static const std::map<std::string, Operation> all{
        {"has_same_module",
         [](const Json& i) { return want(moduleInstance(i[0]).hasSameModule(moduleInstance(i[1]))); }},
        {"is_for_module",
         [](const Json& i) { return want(moduleInstance(i["instance"]).isInstanceOf(module(i["module"]))); }},
        {"is_declared_by_call",
         [](const Json& i) { return want(call(i["call"]["str"]).declares(moduleInstance(i["instance"]["str"]))); }},
        {"module_string", [](const Json& i) { return want(module(i["str"]).toString()); }},
        {"instance_key_string",
         [](const Json& i) {
             const InstanceKey key =
                 i.is_string() ? InstanceKey(i.get<std::string>()) : InstanceKey(i.get<std::int64_t>());
             return want(key.toString());
         }},
        {"resource_less",
         [](const Json& i) { return want(instance(i[0]["str"]).resource < instance(i[1]["str"]).resource); }},
        {"unique_key_equal", [](const Json& i) { return want(moveable(i[0]) == moveable(i[1])); }},
        {"target_contains",
         [](const Json& i) { return want(targetContainsSubject(subject(i["addr"]), subject(i["other"]))); }},
        {"parse_target",
         [](const Json& i) {
             return outcome(parseTarget(traversal(i)), ErrorText::Detail, [](const Target& t) {
                 return Json{{"kind", "Target"}, {"str", t.toString()}, {"subject", address(t.subject)}};
             });
         }},
        {"parse_ref",
         [](const Json& i) { return outcome(parseReference(traversal(i)), ErrorText::Detail, referenceJson); }},
        {"parse_ref_testing",
         [](const Json& i) {
             return outcome(parseReferenceFromTestingScope(traversal(i)), ErrorText::Detail, referenceJson);
         }},
        {"parse_module",
         [](const Json& i) {
             return outcome(parseModule(traversal(i)), ErrorText::Whole, [](const Module& m) {
                 return Json{{"kind", "Module"}, {"str", m.toString()}};
             });
         }},
        {"parse_config_resource",
         [](const Json& i) {
             return outcome(parseConfigResource(traversal(i)), ErrorText::Whole, [](const ConfigResource& r) {
                 return Json{{"kind", "ConfigResource"}, {"str", r.toString()}};
             });
         }},
        {"parse_move_endpoint",
         [](const Json& i) {
             return outcome(parseMoveEndpoint(traversal(i)), ErrorText::Whole,
                            [](const MoveEndpoint& e) { return address(e.subject); });
         }},
        {"parse_remove_endpoint",
         [](const Json& i) {
             return outcome(parseRemoveEndpoint(traversal(i)), ErrorText::Whole,
                            [](const RemoveEndpoint& e) { return address(e.subject); });
         }},
        {"parse_abs_output_value",
         [](const Json& i) {
             return outcome(parseAbsOutputValue(i.get<std::string>()), ErrorText::Whole, [](const AbsOutputValue& o) {
                 return Json{{"kind", "AbsOutputValue"}, {"str", o.toString()}};
             });
         }},
        {"parse_provider_config_instance",
         [](const Json& i) {
             return outcome(parseAbsProviderInstance(i.get<std::string>()), ErrorText::Detail,
                            [](const AbsProviderInstance& p) {
                                return Json{{"config", configJson(p.config)}, {"key", keyJson(p.key)}};
                            });
         }},
        {"parse_legacy_provider_config",
         [](const Json& i) {
             return outcome(parseLegacyAbsProviderConfig(i.get<std::string>()), ErrorText::Detail, configJson);
         }},
        {"provider_config_string",
         [](const Json& i) {
             return want(AbsProviderConfig{module(i["module"]), provider(i["provider"]), i["alias"]}.toString());
         }},
        {"provider_string", [](const Json& i) { return want(provider(i).toString()); }},
        {"provider_display", [](const Json& i) { return want(provider(i).forDisplay()); }},
        {"provider_equals", [](const Json& i) { return want(provider(i[0]) == provider(i[1])); }},
        {"provider_is_builtin", [](const Json& i) { return want(provider(i).isBuiltIn()); }},
        {"provider_is_default", [](const Json& i) { return want(provider(i) == Provider::implied(i["type"])); }},
        {"provider_is_legacy",
         [](const Json& i) {
             return want(provider(i) ==
                         must(parseLegacyAbsProviderConfig("provider." + i["type"].get<std::string>())).provider);
         }},
        {"parse_provider_part",
         [](const Json& i) {
             const auto part = parseProviderPart(i.get<std::string>());
             return part ? want(*part) : Json{{"error", part.error()}};
         }},
        {"parse_provider_source",
         [](const Json& i) {
             const auto result = parseProviderSource(i.get<std::string>());
             return result.isOk() ? want(providerJson(*result)) : Json{{"error", true}};
         }},
        {"parse_module_source",
         [](const Json& i) {
             const auto source = parseModuleSource(i.get<std::string>());
             return source ? want(sourceJson(*source)) : Json{{"error", source.error()}};
         }},
        {"parse_module_source_registry",
         [](const Json& i) {
             const auto source = parseRegistryModuleSource(i.get<std::string>());
             return source
                        ? want(Json{{"str", toString(*source)},
                                    {"display", forDisplay(*source)},
                                    {"protocol", source->nameSpace + "/" + source->name + "/" + source->targetSystem}})
                        : Json{{"error", source.error()}};
         }},
        {"parse_module_source_remote",
         [](const Json& i) {
             const auto source = parseModuleSource(i.get<std::string>());
             return source ? want(Json{{"str", toString(*source)}, {"display", forDisplay(*source)}})
                           : Json{{"error", source.error()}};
         }},
        {"traversals_equivalent", [](const Json& i) { return want(areEquivalent(traversal(i[0]), traversal(i[1]))); }},
        {"move_endpoint_config_moveable",
         [](const Json& i) {
             return want(
                 address(must(parseMoveEndpoint(traversal(i["endpoint"]))).configMoveable(module(i["module"]))));
         }},
        {"unify_move_endpoints",
         [](const Json& i) {
             const auto unified = unifyMoveEndpoints(module(i["module"]), must(parseMoveEndpoint(traversal(i["from"]))),
                                                     must(parseMoveEndpoint(traversal(i["to"]))));
             return want(Json{{"from", unified ? unified->first.toString() : ""},
                              {"to", unified ? unified->second.toString() : ""}});
         }},
        {"move_endpoint_chain_nested",
         [](const Json& i) {
             const auto ours = endpoint(i["endpoint"], i["endpoint_module"]);
             const auto other = endpoint(i["other"], i["other_module"]);
             return want(
                 Json{{"can_chain_from", ours.canChainFrom(other)}, {"nested_within", ours.isNestedWithin(other)}});
         }},
        {"move_endpoint_selects_module",
         [](const Json& i) {
             return want(endpoint(i["endpoint"]["rel_subject"], i["endpoint"]["module"]["str"])
                             .selectsModule(moduleInstance(i["addr"]["str"])));
         }},
        {"move_endpoint_selects_resource",
         [](const Json& i) {
             return want(endpoint(i["endpoint"]["rel_subject"], i["endpoint"]["module"]["str"])
                             .selectsResource(instance(i["addr"]["str"]).containing()));
         }},
        {"is_module_move_reindex",
         [](const Json& i) { return want(endpoint(i["from"], "").isModuleReindex(endpoint(i["to"], ""))); }},
        {"module_instance_move_destination",
         [](const Json& i) { return destination(i, moduleInstance(i["receiver"])); }},
        {"resource_move_destination",
         [](const Json& i) { return destination(i, instance(i["receiver"]).containing()); }},
        {"resource_instance_move_destination", [](const Json& i) { return destination(i, instance(i["receiver"])); }},
    };
    return all;
}

/// Returns the operations in the table that do not exist here, with the reason.
const std::map<std::string, const char*>& absentOperations() {
    constexpr const char* readOnly = "addresses of versions before 0.13 are read, never written";
    static const std::map<std::string, const char*> all{{"provider_config_legacy_string", readOnly},
                                                        {"provider_legacy_string", readOnly}};
    return all;
}

} // namespace

class AddrsTest : public QObject {
    Q_OBJECT

private slots:
    void behavesAsTheTableSays_data() {
        if (tests::readTable("addrs.json").is_null())
            QSKIP("the tables are not there");
        QTest::addColumn<QByteArray>("json");
        for (const Json& row : tests::readTable("addrs.json"))
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void behavesAsTheTableSays() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto operation = operations().find(row["op"].get<std::string>());
        if (const auto absent = absentOperations().find(row["op"].get<std::string>());
            absent != absentOperations().end())
            QSKIP(absent->second);
        QVERIFY(operation != operations().end());
        const Json result = operation->second(row["input"]);
        const auto print = [](const Json& answer) {
            return QByteArray::fromStdString(answer.contains("error") ? "error: " + answer["error"].dump()
                                                                      : answer["want"].dump());
        };
        if (row.value("error_match", "") == "contains" && row.contains("error")) {
            QVERIFY(result.contains("error"));
            QVERIFY(result["error"].get<std::string>().find(row["error"].get<std::string>()) != std::string::npos);
            return;
        }
        QCOMPARE(print(result), print(row));
    }

    void readsWhatItPrints_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"a.b", "data.a.b", "ephemeral.a.b[0]", "module.m.a.b[\"x\"]",
                                 "module.m[3].module.n[\"a.b[0]\"].data.a-c.b_d[\"$${x} \\\" \\\\ \\n\"]",
                                 "module.data.x.y", "m\xC3\xBCll.tonne[\"\xC3\xA4\"]"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void readsWhatItPrints() {
        QFETCH(QString, text);
        const std::string utf8 = text.toStdString();
        const auto read = readAbsResourceInstance(utf8);
        QVERIFY(read);
        QCOMPARE(QString::fromStdString(read->toString()), text);
        QVERIFY(*read == *parseAbsResourceInstance(utf8).value);
    }

    void readsNothingElse_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "a",
                                 "a.",
                                 "a.b.",
                                 "a.b[",
                                 "a.b[x]",
                                 "a.b[1.5]",
                                 "a.b[0]c",
                                 "a.b[0].c",
                                 "1a.b",
                                 "a .b",
                                 "module.m",
                                 "module.m.",
                                 "module.m[].a.b",
                                 "data.a",
                                 "a.b[\"${x}\"]",
                                 "a.b[\"x]",
                                 "\xEF\xBB\xBF"
                                 "a.b",
                                 "a.b[\"\xCAQ\"]",
                                 "a.b[\"\\uD800\"]"})
            QTest::newRow(text) << QByteArray(text);
    }
    void readsNothingElse() {
        QFETCH(QByteArray, text);
        QVERIFY(!readAbsResourceInstance(text.toStdString()));
    }

    /// Characters that are mapped to others or removed. The result could not be read back from a state.
    void rejectsProvidersThatCannotBeWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("type of nothing") << QString::fromUtf8("a/\xEF\xBB\xBF");
        QTest::newRow("namespace of nothing") << QString::fromUtf8("\xEF\xBB\xBF/b");
        QTest::newRow("label of nothing") << QString::fromUtf8("x.\xEF\xBB\xBF.com/a/b");
        QTest::newRow("wide dashes") << QString::fromUtf8("a/b\xEF\xBC\x8D\xEF\xBC\x8D"
                                                          "c");
        QTest::newRow("name alone, as of its repository") << "opentofu-provider-b";
        QTest::newRow("name alone, with a prefix") << "terraform-b";
        QTest::newRow("wide dot") << QString::fromUtf8("a/b\xEF\xBC\x8E"
                                                       "c");
    }
    void rejectsProvidersThatCannotBeWritten() {
        QFETCH(QString, text);
        QVERIFY(!parseProviderSource(text.toStdString()).isOk());
    }

    void sortsModulesByDepthFirst() {
        const auto less = [](const char* a, const char* b) {
            return *readAbsResourceInstance(a) < *readAbsResourceInstance(b);
        };
        QVERIFY(less("z.z", "module.a.a.a"));
        QVERIFY(less("module.b.a.a", "module.a.module.a.a.a"));
        QVERIFY(less("a.b", "a.b[0]"));
        QVERIFY(less("a.b[2]", "a.b[10]"));
        QVERIFY(less("a.b[10]", "a.b[\"1\"]"));
        QVERIFY(less("data.z.z", "a.a"));
    }
};

QTEST_APPLESS_MAIN(AddrsTest)
#include "tst_addrs.moc"
