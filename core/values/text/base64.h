// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::values {

/// Uses the standard alphabet with padding.
std::string toBase64(std::string_view bytes);
/// Returns the bytes, or the offset of the error. Line breaks are ignored.
diags::Expected<std::string, std::size_t> fromBase64(std::string_view text);

} // namespace planlens::values
