// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::hcl::json {

/// Decodes a quoted JSON string, or returns the offset after the byte that makes it invalid.
/// Invalid UTF-8 is replaced by U+FFFD.
diags::Expected<std::string, std::size_t> decodeString(std::string_view quoted);
/// Whether a text is a JSON number.
bool isNumber(std::string_view text);

} // namespace planlens::hcl::json
