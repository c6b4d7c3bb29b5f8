// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/text_encoding.h"

#include "core/lang/functions/utf8_check.h"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <vector>

namespace planlens::lang {
namespace {

using icu::UnicodeString;

class Converter {
public:
    explicit Converter(std::string_view name) {
        UErrorCode status = U_ZERO_ERROR;
        m_converter = ucnv_open(std::string(name).c_str(), &status);
        if (!m_converter)
            return;
        ucnv_setFallback(m_converter, false);
        ucnv_setFromUCallBack(m_converter, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
        ucnv_setToUCallBack(m_converter, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter() {
        if (m_converter)
            ucnv_close(m_converter);
    }

    std::optional<std::string> encode(const UnicodeString& text) const {
        if (!m_converter)
            return std::nullopt;
        constexpr std::int32_t mostBytes = 8;
        std::vector<char> buffer(static_cast<std::size_t>(text.length() * mostBytes + 16));
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t size = ucnv_fromUChars(m_converter, buffer.data(), static_cast<std::int32_t>(buffer.size()),
                                                  text.getBuffer(), text.length(), &status);
        if (U_FAILURE(status))
            return std::nullopt;
        return std::string(buffer.data(), static_cast<std::size_t>(size));
    }

    std::optional<UnicodeString> decode(std::string_view bytes) const {
        if (!m_converter)
            return std::nullopt;
        std::vector<UChar> buffer(bytes.size() * 2 + 16);
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t length = ucnv_toUChars(m_converter, buffer.data(), static_cast<std::int32_t>(buffer.size()),
                                                  bytes.data(), static_cast<std::int32_t>(bytes.size()), &status);
        if (U_FAILURE(status))
            return std::nullopt;
        return UnicodeString(buffer.data(), length);
    }

private:
    UConverter* m_converter = nullptr;
};

constexpr std::string_view bigEndianMark = "\xFE\xFF";
constexpr std::string_view littleEndianMark = "\xFF\xFE";

bool isAscii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

/// Single bytes below 128 are ASCII in all of them; what converters make of control characters differs.
std::optional<std::string> encodeSingleBytes(const Converter& converter, const UnicodeString& text) {
    std::string out;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 code = text.char32At(i);
        if (code < 0x80) {
            out += static_cast<char>(code);
            continue;
        }
        const auto bytes = converter.encode(UnicodeString(code));
        if (!bytes || bytes->size() != 1 || isAscii((*bytes)[0]))
            return std::nullopt;
        out += *bytes;
    }
    return out;
}

std::optional<UnicodeString> decodeSingleBytes(const Converter& converter, std::string_view bytes) {
    UnicodeString out;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (isAscii(bytes[i])) {
            out.append(static_cast<UChar>(bytes[i]));
            continue;
        }
        const auto text = converter.decode(bytes.substr(i, 1));
        if (!text)
            return std::nullopt;
        out.append(*text);
    }
    return out;
}

std::optional<UnicodeString> decodeUtf16(std::string_view bytes) {
    const bool little = bytes.starts_with(littleEndianMark);
    if (little || bytes.starts_with(bigEndianMark))
        bytes.remove_prefix(2);
    return Converter(little ? "UTF-16LE" : "UTF-16BE").decode(bytes);
}

} // namespace

std::optional<std::string> encodeText(const TextEncoding& encoding, std::string_view text) {
    if (encoding.converter == "UTF-8")
        return std::string(text);
    const auto unicode = UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
    if (encoding.kind == TextEncoding::Kind::Utf16) {
        auto encoded = Converter("UTF-16BE").encode(unicode);
        return encoded ? std::optional(std::string(bigEndianMark) + *encoded) : std::nullopt;
    }
    const Converter converter(encoding.converter);
    return encoding.kind == TextEncoding::Kind::SingleByte ? encodeSingleBytes(converter, unicode)
                                                           : converter.encode(unicode);
}

std::optional<std::string> decodeText(const TextEncoding& encoding, std::string_view bytes) {
    constexpr UChar replacement = 0xFFFD;
    if (encoding.converter == "UTF-8" && !isUtf8(bytes))
        return std::nullopt;
    std::optional<UnicodeString> text;
    if (encoding.kind == TextEncoding::Kind::Utf16)
        text = decodeUtf16(bytes);
    else if (encoding.kind == TextEncoding::Kind::SingleByte)
        text = decodeSingleBytes(Converter(encoding.converter), bytes);
    else
        text = Converter(encoding.converter).decode(bytes);
    if (!text || text->indexOf(replacement) >= 0)
        return std::nullopt;
    std::string out;
    text->toUTF8String(out);
    return out;
}

} // namespace planlens::lang
