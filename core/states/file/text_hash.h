// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::states {

/// Returns SHA-256 in hexadecimal digits. Detects states that were edited without a new serial; its first digits serve
/// as file names for addresses.
std::string textHash(std::string_view text);

} // namespace planlens::states
