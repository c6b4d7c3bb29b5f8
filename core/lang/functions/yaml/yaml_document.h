// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <string>

namespace planlens::lang {

/// What a YAML node is. The type may differ from the value's: what is written as a block is text, but read as what it
/// looks like, and then converted.
struct YamlNode {
    values::Type type;
    values::Value value;
    int depth = 0; // levels of collections in it
};

/// Reads the one document of a text.
diags::Expected<YamlNode, std::string> readYaml(const std::string& text);
/// Writes a wholly known value in block style, strings in double quotes or as blocks of lines.
diags::Expected<std::string, std::string> writeYaml(const values::Value& value);

} // namespace planlens::lang
