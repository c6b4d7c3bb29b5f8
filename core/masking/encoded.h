// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/matcher.h"

#include <functional>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// Returns the words in base64 whose decoded text has a secret, also if it is compressed with gzip or escaped in
/// JSON. base64Forms() do not find these.
std::vector<Span> encodedSpans(std::string_view text, const std::function<bool(std::string_view)>& hasSecret);

} // namespace planlens::masking
