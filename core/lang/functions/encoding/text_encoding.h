// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// A text encoding other than UTF-8, with its registered names.
struct TextEncoding {
    enum class Kind { SingleByte, Ebcdic, EastAsian, Utf16, Other };
    std::string_view name;      // the preferred name
    std::string_view converter; // the name of its converter
    Kind kind = Kind::Other;
    std::string_view names; // all names in lower case, separated by spaces
};

/// Returns null if the language does not support it. Case and surrounding white space are ignored.
const TextEncoding* findTextEncoding(std::string_view name);
/// Encodes UTF-8 text; nothing if the encoding lacks one of its characters.
std::optional<std::string> encodeText(const TextEncoding& encoding, std::string_view text);
/// Decodes text to UTF-8; nothing if it is malformed.
std::optional<std::string> decodeText(const TextEncoding& encoding, std::string_view bytes);

} // namespace planlens::lang
