// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// Digests as bytes, and bytes as hexadecimal digits.
namespace planlens::cloud {

std::string md5(std::string_view text);
std::string sha1(std::string_view text);
std::string sha256(std::string_view text);
std::string hmacSha256(std::string_view key, std::string_view text);
std::string hex(std::string_view bytes);

} // namespace planlens::cloud
