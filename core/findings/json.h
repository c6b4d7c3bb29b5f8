// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"
#include "core/findings/read.h"

#include <initializer_list>
#include <optional>

/// Access to untrusted JSON: missing members and those of other types are empty.
namespace planlens::findings {

using Json = diff::JsonNode;

using diff::elements;
using diff::member;
/// Returns the member at a path of names; null if there is none.
const Json& member(const Json& json, std::initializer_list<std::string_view> path);
/// Returns a text, limited in length; empty for other values.
std::string text(const Json& json);
std::string text(const Json& json, std::string_view name);
inline bool isNumber(const Json& json) {
    return json.kind == Json::Kind::Number;
}
inline bool isText(const Json& json) {
    return json.kind == Json::Kind::String;
}
inline bool isList(const Json& json) {
    return json.kind == Json::Kind::Array;
}
/// Returns a line number or column; 0 for other values.
std::uint32_t line(const Json& json);
/// Returns an http or https address; empty for other texts.
std::string link(const Json& json);
/// Returns the severity with this name; Medium for unknown names.
risk::Severity severityNamed(std::string_view word);
/// Uses the first sentence of a text as the title of a finding.
void setTexts(ScannerFinding& finding, std::string title, std::string detail);

// One reader per format. A reader returns nullopt if the document has another format.
using Found = std::optional<std::vector<ScannerFinding>>;
Found readSarif(const Json& document);
Found readCheckov(const Json& document);
Found readTrivy(const Json& document);
Found readConftest(const Json& document);

} // namespace planlens::findings
