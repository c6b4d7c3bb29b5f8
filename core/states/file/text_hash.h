// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::states {

/// SHA-256 in hexadecimal digits. A state that was edited without a new serial is recognized by it, and files
/// are named after an address by its beginning.
std::string textHash(std::string_view text);

} // namespace planlens::states
