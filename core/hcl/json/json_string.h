// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::hcl::json {

/// The text of a JSON string in quotes, or the offset after the byte at which it stops being one. What is not UTF-8
/// becomes U+FFFD.
diags::Expected<std::string, std::size_t> decodeString(std::string_view quoted);
/// Whether a text is a number as JSON has them.
bool isNumber(std::string_view text);

} // namespace planlens::hcl::json
