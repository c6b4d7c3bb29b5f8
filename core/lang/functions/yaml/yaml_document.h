// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <string>

namespace planlens::lang {

/// A YAML node. The type may differ from the value's: a block scalar is a string, but is resolved like a
/// plain scalar and then converted.
struct YamlNode {
    values::Type type;
    values::Value value;
    int depth = 0; // levels of collections in it
};

/// The form of scalars. Texts: as written, such as "1.10", "012", "yes" and "2024-01-01"; only null is
/// null.
enum class YamlScalars { Values, Texts };
/// Reads a text with a single document.
diags::Expected<YamlNode, std::string> readYaml(const std::string& text, YamlScalars scalars = YamlScalars::Values);
/// Writes a wholly known value in block style, with strings in double quotes or as block scalars.
diags::Expected<std::string, std::string> writeYaml(const values::Value& value);

} // namespace planlens::lang
