// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// Digests as bytes, and bytes as hexadecimal digits.
namespace planlens::values {

std::string md5(std::string_view bytes);
std::string sha1(std::string_view bytes);
std::string sha256(std::string_view bytes);
std::string sha512(std::string_view bytes);
std::string hmacSha256(std::string_view key, std::string_view bytes);

/// Lower-case digits, two for each byte.
std::string toHex(std::string_view bytes);

} // namespace planlens::values
