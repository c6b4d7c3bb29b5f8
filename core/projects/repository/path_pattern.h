// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// Whether a path matches a pattern of `*` and `?` within a folder, `**` for any folders, `[classes]` and
/// `{alternatives}`.
bool matchesPattern(std::string_view pattern, std::string_view path);

/// Whether a list of patterns selects a path: the last one that matches applies, and those with "!" exclude.
/// As in Atlantis, patterns are relative to the folder and may start with "../", and a pattern that matches a folder
/// matches everything below it. Folder and path are relative to the repository.
bool isSelected(const std::vector<std::string>& patterns, const std::string& folder, std::string_view path);

} // namespace planlens::projects
