// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string_view>

namespace planlens::states {

/// Whether a text begins as state files of any format version do. Only readFile() validates the content.
bool looksLikeState(std::string_view text);

} // namespace planlens::states
