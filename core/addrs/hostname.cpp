// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/hostname.h"

#include "core/addrs/provider.h"
#include "core/values/text/quoted.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>

namespace planlens::addrs {

using diags::Unexpected;
using Text = diags::Expected<std::string, std::string>;

namespace {

struct CloseIdna {
    void operator()(UIDNA* idna) const { uidna_close(idna); }
};

const UIDNA* idnaProfile() {
    static const std::unique_ptr<UIDNA, CloseIdna> profile = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<UIDNA, CloseIdna> opened(
            uidna_openUTS46(UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
                            &status));
        return opened;
    }();
    return profile.get();
}

using Conversion = decltype(&uidna_nameToASCII_UTF8);

Text convert(std::string_view name, Conversion conversion) {
    const auto failure = [name] { return Unexpected{"idna: invalid label " + values::quoted(name)}; };
    if (!idnaProfile())
        return failure();
    std::string out(name.size() * 4 + 64, '\0');
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const auto length = conversion(idnaProfile(), name.data(), static_cast<int32_t>(name.size()), out.data(),
                                   static_cast<int32_t>(out.size()), &info, &status);
    // Lengths are not part of the profile.
    constexpr std::uint32_t lengths =
        UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;
    if (U_FAILURE(status) || (info.errors & ~lengths) != 0)
        return failure();
    out.resize(static_cast<std::size_t>(length));
    return out;
}

bool isAscii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char asciiLower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Checks one ASCII label and converts it to lower case; the error is a phrase.
Text asciiLabel(std::string_view label) {
    std::string result(label);
    std::transform(result.begin(), result.end(), result.begin(), asciiLower);
    for (const char c : result) {
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')
            continue;
        char buffer[40];
        std::snprintf(buffer, sizeof buffer, "idna: disallowed rune U+%04X", static_cast<unsigned>(c));
        return Unexpected{std::string(buffer)};
    }
    const bool reserved = result.size() >= 4 && result[2] == '-' && result[3] == '-';
    if (!result.empty() && (result.front() == '-' || result.back() == '-' || reserved))
        return Unexpected{"idna: invalid label " + values::quoted(result)};
    return result;
}

/// Returns the shortest form, such as ":8080"; empty for the standard port.
Text normalizedPort(std::string_view port) {
    if (port.empty())
        return std::string();
    const std::string_view digits = port.substr(1);
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return Unexpected{std::string("port portion contains non-digit characters")};
    if (number == 443)
        return std::string();
    if (number > 65535)
        return Unexpected{std::string("port number is greater than 65535")};
    return ":" + std::to_string(number);
}

} // namespace

Text hostnameForComparison(std::string_view given) {
    const std::size_t colon = std::min(given.find(':'), given.size());
    const std::string_view name = given.substr(0, colon);
    auto port = normalizedPort(given.substr(colon));
    if (!port) {
        std::string lower(name);
        std::transform(lower.begin(), lower.end(), lower.begin(), asciiLower);
        if (lower == "https" || lower == "http")
            return Unexpected{std::string("need just a hostname and optional port number, not a full URL")};
        return Unexpected{port.error()};
    }
    if (name.empty())
        return Unexpected{std::string("empty string is not a valid hostname")};

    std::string result;
    for (std::size_t start = 0; start < name.size();) {
        const std::size_t end = std::min(name.find('.', start), name.size());
        const std::string_view label = name.substr(start, end - start);
        if (label.empty())
            return Unexpected{std::string("hostname contains empty label (two consecutive periods)")};
        if (label.starts_with("xn--"))
            return Unexpected{"hostname label " + values::quoted(label) +
                              " specified in punycode format; service hostnames must be given in unicode"};
        if (isAscii(name)) {
            auto ascii = asciiLabel(label);
            if (!ascii)
                return ascii;
            result += *ascii;
            if (end < name.size())
                result += '.';
        }
        start = end + 1;
    }
    if (!isAscii(name)) {
        auto ascii = convert(name, &uidna_nameToASCII_UTF8);
        if (!ascii)
            return ascii;
        result = *std::move(ascii);
        if (result.empty() || result.starts_with('.') ||
            result.find("..") != std::string::npos) // from characters that are mapped to nothing
            return Unexpected{std::string("hostname contains empty label (two consecutive periods)")};
    }
    return result + *port;
}

std::string hostnameForDisplay(std::string_view hostname) {
    if (hostname.find("xn--") == std::string_view::npos)
        return std::string(hostname);
    const std::size_t colon = std::min(hostname.find(':'), hostname.size());
    auto display = convert(hostname.substr(0, colon), &uidna_nameToUnicodeUTF8);
    if (!display)
        return std::string(hostname);
    return *display + std::string(hostname.substr(colon));
}

Text parseProviderPart(std::string_view given) {
    const auto checked = [](std::string_view part) -> Text {
        if (part.empty())
            return Unexpected{std::string("must have at least one character")};
        if (part.find('.') != std::string_view::npos)
            return Unexpected{std::string("dots are not allowed")};
        if (part.find("--") != std::string_view::npos)
            return Unexpected{std::string("cannot use multiple consecutive dashes")};
        return std::string(part);
    };
    if (const Text written = checked(given); !written)
        return written;
    auto part = isAscii(given) ? asciiLabel(given) : convert(given, &uidna_labelToUnicodeUTF8);
    if (!part)
        return Unexpected{std::string("must contain only letters, digits, and dashes, and may not use leading or "
                                      "trailing dashes")};
    // Some characters are mapped to nothing, dots or dashes: the result might not be valid.
    return checked(*part);
}

} // namespace planlens::addrs
