// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

/// Paths that match a pattern of `*`, `?`, `[classes]`, `{alternatives}` and `**` for any folders, in no particular
/// order and perhaps more than once; nothing where the pattern is malformed. Folders that cannot be read have no
/// matches in them. Links are followed; ones that lead nowhere count as files.
std::optional<std::vector<std::string>> glob(std::string_view pattern);

} // namespace planlens::lang
