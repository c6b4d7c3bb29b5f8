// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

struct GlobError {
    std::string reason;
    std::string folder = {}; // if this folder cannot be read
};

/// Links can lead into folders that never end, such as /proc.
constexpr std::size_t mostGlobEntries = 300'000;

/// Returns the paths that match a pattern of `*`, `?`, `[classes]`, `{alternatives}` and `**` for any folders, in no
/// particular order and possibly with duplicates. Folders without permission have no matches, as in OpenTofu. Links are
/// followed; dangling ones count as files.
diags::Expected<std::vector<std::string>, GlobError> glob(std::string_view pattern);

} // namespace planlens::lang
