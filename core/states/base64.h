// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planlens::states {

/// Standard alphabet with padding.
std::string toBase64(std::string_view bytes);
/// Nothing where the text is not base64; line breaks are passed over.
std::optional<std::string> fromBase64(std::string_view text);

} // namespace planlens::states
