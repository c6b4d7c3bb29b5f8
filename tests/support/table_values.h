// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <nlohmann/json.hpp>

#include <string>

/// Reads the types and values of the test tables. Their README.md describes the encoding.
namespace planlens::tests {

using Json = nlohmann::json;

/// Returns the cases of a table ("convert.json"); null if the tables are missing.
Json readTable(const std::string& name);
values::Type tableType(const Json& json);
values::Value tableValue(const Json& json);
values::Path tablePath(const Json& json);

} // namespace planlens::tests
