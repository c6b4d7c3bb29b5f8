// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/encoding/text_encoding.h"

#include "core/values/text/utf8.h"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

/// The upper half of ISO-8859-16 after the control characters, because ICU has no converter for it.
constexpr std::u16string_view iso8859Part16 =
    u"\u00a0\u0104\u0105\u0141\u20ac\u201e\u0160\u00a7\u0161\u00a9\u0218\u00ab\u0179\u00ad\u017a\u017b"
    u"\u00b0\u00b1\u010c\u0142\u017d\u201d\u00b6\u00b7\u017e\u010d\u0219\u00bb\u0152\u0153\u0178\u017c"
    u"\u00c0\u00c1\u00c2\u0102\u00c4\u0106\u00c6\u00c7\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf"
    u"\u0110\u0143\u00d2\u00d3\u00d4\u0150\u00d6\u015a\u0170\u00d9\u00da\u00db\u00dc\u0118\u021a\u00df"
    u"\u00e0\u00e1\u00e2\u0103\u00e4\u0107\u00e6\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef"
    u"\u0111\u0144\u00f2\u00f3\u00f4\u0151\u00f6\u015b\u0171\u00f9\u00fa\u00fb\u00fc\u0119\u021b\u00ff";
constexpr std::size_t iso8859Start = 0xA0;

/// Bytes whose character differs from that of the converter; zero if they have none.
struct Correction {
    std::string_view converter;
    std::uint8_t first;
    std::uint8_t last;
    UChar32 code;
};
constexpr std::array corrections{
    Correction{"ibm-437", 0xE6, 0xE6, 0xB5},   Correction{"ibm-860", 0xE6, 0xE6, 0xB5},
    Correction{"ibm-862", 0xE6, 0xE6, 0xB5},   Correction{"ibm-863", 0xE6, 0xE6, 0xB5},
    Correction{"ibm-865", 0xE6, 0xE6, 0xB5},   Correction{"ibm-852", 0xAA, 0xAA, 0xAC},
    Correction{"KOI8-U", 0xAE, 0xAE, 0x45E},   Correction{"KOI8-U", 0xBE, 0xBE, 0x40E},
    Correction{"windows-874", 0xDB, 0xDE, 0},  Correction{"windows-874", 0xFC, 0xFF, 0},
    Correction{"windows-1253", 0xAA, 0xAA, 0}, Correction{"windows-1255", 0xCA, 0xCA, 0x5BA},
};

UChar32 corrected(const TextEncoding& encoding, std::size_t byte, UChar32 code) {
    for (const Correction& correction : corrections) {
        if (correction.converter == encoding.converter && byte >= correction.first && byte <= correction.last)
            return correction.code;
    }
    // Only two encodings have control characters above 128.
    const bool hasControls = encoding.converter == "ISO-8859-1" || encoding.converter == "ISO-8859-9";
    return code >= static_cast<UChar32>(iso8859Start) || hasControls ? code : 0;
}

/// Returns the characters of the bytes from 128 on; zero for none.
std::array<UChar32, 128> upperHalf(const TextEncoding& encoding) {
    std::array<UChar32, 128> table{};
    const Converter converter(encoding.converter);
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::size_t byte = i + table.size();
        if (encoding.converter == "ISO-8859-16") {
            table[i] = byte >= iso8859Start ? static_cast<UChar32>(iso8859Part16[byte - iso8859Start]) : 0;
            continue;
        }
        const char text = static_cast<char>(byte);
        const auto decoded = converter.decode({&text, 1});
        const UChar32 code = decoded && decoded->length() == 1 ? decoded->char32At(0) : 0;
        table[i] = corrected(encoding, byte, code);
    }
    return table;
}

/// Bytes below 128 are ASCII in all of these encodings.
std::optional<std::string> encodeSingleBytes(const TextEncoding& encoding, const UnicodeString& text) {
    const auto table = upperHalf(encoding);
    std::string out;
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
        const UChar32 code = text.char32At(i);
        const auto found = std::find(table.begin(), table.end(), code);
        if (code < 0x80)
            out += static_cast<char>(code);
        else if (found != table.end())
            out += static_cast<char>(found - table.begin() + 0x80);
        else
            return std::nullopt;
    }
    return out;
}

std::optional<UnicodeString> decodeSingleBytes(const TextEncoding& encoding, std::string_view bytes) {
    const auto table = upperHalf(encoding);
    UnicodeString out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const UChar32 code = byte < 0x80 ? byte : table[byte - 0x80u];
        if (byte != 0 && code == 0)
            return std::nullopt;
        out.append(code);
    }
    return out;
}

/// Whether it contains characters that converters create from undefined bytes.
bool hasStray(const UnicodeString& text) {
    for (std::int32_t i = 0; i < text.length(); ++i) {
        const UChar unit = text.charAt(i);
        if ((unit >= 0x80 && unit < 0xA0) || (unit >= 0xE000 && unit <= 0xF8FF))
            return true;
    }
    return false;
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
    if (encoding.kind == TextEncoding::Kind::SingleByte)
        return encodeSingleBytes(encoding, unicode);
    auto encoded = Converter(encoding.converter).encode(unicode);
    // The HZ converter always starts with a switch to ASCII.
    if (encoded && encoding.converter == "HZ" && encoded->starts_with("~}"))
        encoded->erase(0, 2);
    return encoded;
}

std::optional<std::string> decodeText(const TextEncoding& encoding, std::string_view bytes) {
    constexpr UChar replacement = 0xFFFD;
    if (encoding.converter == "UTF-8" && !values::isUtf8(bytes))
        return std::nullopt;
    std::optional<UnicodeString> text;
    if (encoding.kind == TextEncoding::Kind::Utf16)
        text = decodeUtf16(bytes);
    else if (encoding.kind == TextEncoding::Kind::SingleByte)
        text = decodeSingleBytes(encoding, bytes);
    else
        text = Converter(encoding.converter).decode(bytes);
    if (!text || text->indexOf(replacement) >= 0 || (encoding.kind == TextEncoding::Kind::EastAsian && hasStray(*text)))
        return std::nullopt;
    std::string out;
    text->toUTF8String(out);
    return out;
}

} // namespace planlens::lang
