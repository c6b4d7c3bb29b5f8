// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>

namespace planlens::testing {

/// A state with resources of all kinds: single, counted, with keys, in modules, tainted, deposed, data, and of another
/// provider.
inline QByteArray stateOfKinds() {
    const auto instance = [](const QByteArray& more, const QByteArray& id) {
        return "{" + more + "\"schema_version\":0,\"attributes\":{\"id\":\"" + id +
               "\",\"input\":null,\"output\":null,\"triggers_replace\":null},\"sensitive_attributes\":[]}";
    };
    const auto resource = [](const QByteArray& module, const QByteArray& name, const QByteArray& instances) {
        return "{" + (module.isEmpty() ? QByteArray() : "\"module\":\"" + module + "\",") +
               R"("mode":"managed","type":"terraform_data","name":")" + name +
               R"(","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[)" + instances + "]}";
    };
    const auto withDependencies = [](QByteArray object, const QByteArray& dependencies) {
        return object.chopped(1) + ",\"dependencies\":[" + dependencies + "]}";
    };
    return R"({"version":4,"terraform_version":"1.12.6","serial":7,"lineage":"8a4e6b52-0c5e-4b0b-8f3e-1d2c3b4a5f60","outputs":{"o":{"value":"v","type":"string"}},"resources":[)" +
           QByteArrayLiteral(
               R"({"mode":"data","type":"null_data_source","name":"q","provider":"provider[\"registry.opentofu.org/hashicorp/null\"]","instances":[{"schema_version":0,"attributes":{"id":"static"},"sensitive_attributes":[]}]},)"
               R"({"mode":"managed","type":"null_resource","name":"n","provider":"provider[\"registry.opentofu.org/hashicorp/null\"].west","instances":[{"schema_version":0,"attributes":{"id":"1","triggers":null},"sensitive_attributes":[]}]},)") +
           resource({}, "a", instance({}, "a")) + "," +
           resource({}, "b",
                    withDependencies(instance("\"index_key\":0,", "b0"), "\"terraform_data.a\"") + "," +
                        instance("\"index_key\":1,", "b1")) +
           "," + resource({}, "d", instance("\"deposed\":\"0a1b2c3d\",", "old")) + "," +
           resource({}, "each", instance("\"index_key\":\"x\",", "x") + "," + instance("\"index_key\":\"y y\",", "y")) +
           "," + resource({}, "t", instance("\"status\":\"tainted\",", "t")) + "," +
           resource("module.k[0]", "z", instance({}, "z0")) + "," + resource("module.k[1]", "z", instance({}, "z1")) +
           "," +
           resource(
               "module.m", "in",
               withDependencies(instance({}, "in"), "\"module.m.module.n.terraform_data.deep\",\"terraform_data.a\"")) +
           "," + resource("module.m.module.n", "deep", instance({}, "deep")) +
           R"(],"check_results":null})"
           "\n";
}

/// A state with one object.
inline constexpr const char* stateOfOne =
    "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":7,\"lineage\":\"8a4e6b52-0c5e-4b0b-8f3e-"
    "1d2c3b4a5f60\","
    "\"outputs\":{},\"resources\":[{\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"a\","
    "\"provider\":"
    "\"provider[\\\"terraform.io/builtin/"
    "terraform\\\"]\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"a\","
    "\"input\":null,\"output\":null,\"triggers_replace\":null},\"sensitive_attributes\":[]}]}]}";

/// A configuration with a warning of its files, and one of its encryption.
inline constexpr const char* warned =
    "terraform {\n  encryption {\n    method \"unencrypted\" \"m\" {\n    }\n    state {\n      "
    "method = method.unencrypted.m\n    }\n  }\n}\nresource \"terraform_data\" \"a\" {\n  "
    "depends_on = [\"terraform_data.c\"]\n  lifecycle {\n    create_before_destroy = true\n  "
    "}\n}\nresource \"terraform_data\" \"c\" {\n}\n";

} // namespace planlens::testing
