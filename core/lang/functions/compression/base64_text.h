// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// The base64 that is accepted. Whole: the standard form of complete bytes. Part: digits of both alphabets, of which
/// some may be missing at the end.
enum class Base64Extent { Whole, Part };

struct Base64Text {
    std::string bytes; // decompressed
    bool wasCompressed = false;
};
/// Decodes base64 and decompresses it if it is compressed with gzip. Compressed bytes that are longer than the user
/// data that cloud providers accept, or damaged if the base64 is whole, are returned as they are.
std::optional<Base64Text> base64Text(std::string_view digits, Base64Extent extent);

} // namespace planlens::lang
