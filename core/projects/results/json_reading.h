// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/diff/json_node.h"
#include "core/report/document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Access to the JSON in result folders, which may come from other machines: members that are missing or have another
/// type are empty.
namespace planlens::projects {

using Json = diff::JsonNode;

/// Parses an object with this format and a supported version. The summary is that of the error.
diags::Result<Json> parseDocument(std::string_view text, std::string_view format, const std::string& file,
                                  std::string summary = "Invalid result");

using diff::elements;
using diff::member;
std::string textOf(const Json& object, std::string_view name);
std::optional<std::string> optionalText(const Json& object, std::string_view name);
std::vector<std::string> textsOf(const Json& object, std::string_view name);
std::uint64_t countOf(const Json& object, std::string_view name);
/// Seconds since 1970, until the year 9999.
std::int64_t timeOf(const Json& object, std::string_view name);
double secondsOf(const Json& object, std::string_view name);
bool flagOf(const Json& object, std::string_view name);
report::ReportDiagnostic diagnosticOf(const Json& object);

} // namespace planlens::projects
