// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::lang {

enum class Digest { Md5, Sha1, Sha256, Sha512 };

/// Returns the binary hash of some bytes.
std::string digest(Digest algorithm, std::string_view bytes);
std::string toHex(std::string_view bytes);

} // namespace planlens::lang
