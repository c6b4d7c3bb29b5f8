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
inline Arguments s3Arguments(const std::string& url, const std::string& key = "state") {
    using values::Value;
    return {{"bucket", Value::string("states")},
            {"key", Value::string(key)},
            {"region", Value::string("eu-west-1")},
            {"use_path_style", Value::boolean(true)},
            {"endpoints", Value::object({{"dynamodb", Value::string(url)},
                                         {"iam", Value::string(url)},
                                         {"s3", Value::string(url)},
                                         {"sts", Value::string(url)}})}};
}

inline Arguments withKeys(Arguments arguments) {
    arguments["access_key"] = values::Value::string("AKIATEST");
    arguments["secret_key"] = values::Value::string("secret-of-test");
    return arguments;
}

inline backends::Setup s3Setup(const Arguments& given, const std::filesystem::path& directory = "unused") {
    std::vector<std::pair<std::string, values::Value>> attributes;
    for (const auto& [name, attribute] : backends::findBackendType("s3")->arguments().attributes) {
        const auto found = given.find(name);
        attributes.emplace_back(name,
                                found == given.end() ? values::Value::null(attribute.impliedType()) : found->second);
    }
    return {.arguments = values::Value::object(std::move(attributes)), .directory = directory};
}

inline diags::Result<std::unique_ptr<backends::Backend>> makeS3(const Arguments& given,
                                                                const std::filesystem::path& directory = "unused") {
    return backends::findBackendType("s3")->make(s3Setup(given, directory));
}

/// Hides the configuration of whoever runs the tests.
inline void withoutAwsVariables(ScopedEnvironment& environment) {
    for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
        if (name.startsWith(QStringLiteral("AWS_")) || name.endsWith(QStringLiteral("_proxy"), Qt::CaseInsensitive))
            environment.unset(name.toLatin1().constData());
    environment.set("HOME", "/nowhere");
    environment.set("AWS_EC2_METADATA_DISABLED", "true");
}

} // namespace planlens::testing
