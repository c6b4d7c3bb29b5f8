// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::values {

/// That many hexadecimal digits from the system's source of randomness, getrandom(2). From any thread.
std::string randomHex(std::size_t digits);

/// 32 hexadecimal digits with the dashes of a UUID.
std::string uuidText(std::string_view hex);

/// 16 random bytes as a UUID. Like those of the reference it has no bits that say its version.
std::string randomUuid();

} // namespace planlens::values
