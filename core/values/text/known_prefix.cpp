// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/known_prefix.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>

#include <cassert>
#include <memory>

namespace planlens::values {
namespace {

bool alwaysEndsCharacter(std::string_view text) {
    constexpr std::string_view punctuation = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";
    return text.size() == 1 && punctuation.find(text[0]) != std::string_view::npos;
}

std::string utf8(const icu::UnicodeString& text) {
    std::string result;
    text.toUTF8String(result);
    return result;
}

} // namespace

std::string safeKnownPrefix(std::string_view text) {
    if (text.empty())
        return {};
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    const std::unique_ptr<icu::BreakIterator> characters(
        icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
    const icu::UnicodeString unicode = nfc->normalize(
        icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size()))), status);
    assert(U_SUCCESS(status));

    std::int32_t boundary = unicode.getChar32Start(unicode.length() - 1);
    if (!nfc->hasBoundaryAfter(unicode.char32At(boundary))) {
        while (boundary > 0 && !nfc->hasBoundaryBefore(unicode.char32At(boundary)))
            boundary = unicode.getChar32Start(boundary - 1);
        return utf8(unicode.tempSubString(0, boundary));
    }
    characters->setText(unicode);
    const std::int32_t last = characters->last();
    const std::int32_t before = characters->preceding(last);
    if (alwaysEndsCharacter(utf8(unicode.tempSubString(before))))
        return utf8(unicode);
    return utf8(unicode.tempSubString(0, before));
}

} // namespace planlens::values
