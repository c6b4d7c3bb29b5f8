// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "test_plugin.h"

namespace planlens::testing {

/// A script for TestPlugin with the resource and data source test_plain, which has one argument.
inline nlohmann::json script(nlohmann::json events = nlohmann::json::array()) {
    const nlohmann::json plain = {{"version", 0},
                                  {"block", {{"attributes", {{"name", {{"type", "string"}, {"optional", true}}}}}}}};
    return {
        {"requires_configure", false},
        {"schemas", {{"resource_schemas", {{"test_plain", plain}}}, {"data_source_schemas", {{"test_plain", plain}}}}},
        {"events", std::move(events)}};
}
inline nlohmann::json scriptAt(const char* call, nlohmann::json more) {
    more["call"] = call;
    return script(nlohmann::json::array({std::move(more)}));
}

inline const values::Value plainConfig = values::Value::object({{"name", values::Value::string("a")}});

inline providers::ProviderDiagnostics read(providers::Provider& provider, std::stop_token stop = {}) {
    return provider.readDataSource({"test_plain", plainConfig, values::Value()}, std::move(stop)).diagnostics;
}
inline providers::ProviderDiagnostics apply(providers::Provider& provider, std::stop_token stop = {}) {
    return provider
        .applyResourceChange({"test_plain", values::Value::null(plainConfig.type()), plainConfig, plainConfig, "",
                              values::Value(), values::Value()},
                             std::move(stop))
        .diagnostics;
}

inline QString print(const providers::ProviderDiagnostics& diagnostics) {
    QString result;
    for (const providers::ProviderDiagnostic& d : diagnostics)
        result += QString::fromStdString(d.summary + "; " + d.detail + "\n");
    return result;
}

#define CONTAINS(text, part) QVERIFY2((text).contains(part), qPrintable(text))

} // namespace planlens::testing
