// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string_view>

namespace planlens::states {

/// Whether a text begins as state files do, of any format version; what else is wrong with it reading it says.
bool looksLikeState(std::string_view text);

} // namespace planlens::states
