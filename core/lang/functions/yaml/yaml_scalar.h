// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <string>
#include <string_view>

namespace planlens::lang {

enum class YamlStyle { Plain, Quoted, Block };

/// Returns the value of a YAML scalar: by its tag, or otherwise by its form.
diags::Expected<values::Value, std::string> resolveYamlScalar(std::string_view tag, const std::string& text,
                                                              YamlStyle style);

/// Returns the text of a YAML scalar, or null.
values::Value yamlScalarText(const std::string& text, YamlStyle style);

} // namespace planlens::lang
