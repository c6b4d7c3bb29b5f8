// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

/// Returns the paths that match a pattern of `*`, `?`, `[classes]`, `{alternatives}` and `**` for any folders, in no
/// particular order and possibly with duplicates; nothing if the pattern is malformed. Unreadable folders have no
/// matches. Links are followed; dangling ones count as files.
std::optional<std::vector<std::string>> glob(std::string_view pattern);

} // namespace planlens::lang
