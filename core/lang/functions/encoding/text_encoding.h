// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// An encoding of text other than UTF-8, by its registered names.
struct TextEncoding {
    enum class Kind { SingleByte, Ebcdic, EastAsian, Utf16, Other };
    std::string_view name;      // the registered one
    std::string_view converter; // what the converter for it is called
    Kind kind = Kind::Other;
    std::string_view names; // all of them in lower case, with spaces between
};

/// Null where the language does not have it. Case and white space around do not count.
const TextEncoding* findTextEncoding(std::string_view name);
/// UTF-8 text in the encoding; nothing where it has characters that are not in it.
std::optional<std::string> encodeText(const TextEncoding& encoding, std::string_view text);
/// Encoded text as UTF-8; nothing where it is malformed.
std::optional<std::string> decodeText(const TextEncoding& encoding, std::string_view bytes);

} // namespace planlens::lang
