// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::values {

/// Returns hexadecimal digits from the system's random number generator, getrandom(2). Thread-safe.
std::string randomHex(std::size_t digits);

/// Formats 32 hexadecimal digits with the dashes of a UUID.
std::string uuidText(std::string_view hex);

/// Returns 16 random bytes as a UUID. As in the reference, it has no version bits.
std::string randomUuid();

} // namespace planlens::values
