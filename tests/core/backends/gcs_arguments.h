// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace planlens::testing {

using Arguments = std::map<std::string, values::Value>;

/// Arguments with which the server of the tests is reached.
inline Arguments gcsArguments(const std::string& endpoint, const std::string& prefix = "") {
    using values::Value;
    return {{"bucket", Value::string("states")},
            {"prefix", Value::string(prefix)},
            {"storage_custom_endpoint", Value::string(endpoint)}};
}

inline Arguments with(Arguments arguments, const char* name, const std::string& value) {
    arguments[name] = values::Value::string(value);
    return arguments;
}

inline backends::Setup gcsSetup(const Arguments& given, const std::filesystem::path& directory = "unused") {
    std::vector<std::pair<std::string, values::Value>> attributes;
    for (const auto& [name, attribute] : backends::findBackendType("gcs")->arguments().attributes) {
        const auto found = given.find(name);
        attributes.emplace_back(name,
                                found == given.end() ? values::Value::null(attribute.impliedType()) : found->second);
    }
    return {.arguments = values::Value::object(std::move(attributes)), .directory = directory};
}

inline diags::Result<std::unique_ptr<backends::Backend>> makeGcs(const Arguments& given,
                                                                 const std::filesystem::path& directory = "unused") {
    return backends::findBackendType("gcs")->make(gcsSetup(given, directory));
}

/// Hides the configuration of whoever runs the tests.
inline void withoutGoogleVariables(ScopedEnvironment& environment) {
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
        if (name.startsWith(QStringLiteral("GOOGLE_")) || name.startsWith(QStringLiteral("GCE_")) ||
            name.endsWith(QStringLiteral("_proxy"), Qt::CaseInsensitive))
            environment.unset(name.toLatin1().constData());
    environment.unset("STORAGE_EMULATOR_HOST");
    environment.set("NO_GCE_CHECK", "true");
    environment.set("HOME", "/nowhere");
}

} // namespace planlens::testing
