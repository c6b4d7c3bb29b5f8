// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/nfc.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

namespace planlens::values {

std::string toNfc(std::string_view text) {
    if (isAscii(text))
        return std::string(text);
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status))
        return std::string(text);
    const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
    if (nfc->isNormalizedUTF8(piece, status) && U_SUCCESS(status))
        return std::string(text);
    std::string result;
    icu::StringByteSink<std::string> sink(&result);
    nfc->normalizeUTF8(0, piece, sink, nullptr, status);
    return U_SUCCESS(status) ? result : std::string(text);
}

} // namespace planlens::values
