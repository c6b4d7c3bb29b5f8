// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/compression/base64_text.h"

#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <utility>

namespace planlens::lang {

namespace {

constexpr std::size_t longestCompressed = 32 << 10; // limit of cloud providers for user data

/// Converts to the standard alphabet, and completes the last group.
std::string completed(std::string_view digits) {
    constexpr std::size_t group = 4;
    std::string whole(digits);
    std::ranges::replace(whole, '-', '+');
    std::ranges::replace(whole, '_', '/');
    if (whole.size() % group == 1)
        whole.pop_back();
    whole.append((group - whole.size() % group) % group, '=');
    return whole;
}

} // namespace

std::optional<Base64Text> base64Text(std::string_view digits, Base64Extent extent) {
    const bool isWhole = extent == Base64Extent::Whole;
    auto bytes = values::fromBase64(isWhole ? std::string(digits) : completed(digits));
    if (!bytes || (isWhole && values::toBase64(*bytes) != digits))
        return std::nullopt;
    if (bytes->starts_with("\x1f\x8b") && bytes->size() <= longestCompressed)
        if (Unzipped unzipped = gunzip(*bytes); !isWhole || !unzipped.error)
            return Base64Text{std::move(unzipped.bytes), true};
    return Base64Text{*std::move(bytes), false};
}

} // namespace planlens::lang
