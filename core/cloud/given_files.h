// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Files that arguments and environment variables name.
namespace planlens::cloud {

/// Replaces a leading "~/" by the user's home directory.
std::filesystem::path expandHome(std::string_view path);

/// Returns the content of the file if the text is the path of one, relative to the directory; otherwise the text
/// itself. The error contains the path only.
diags::Expected<std::string, std::string> pathOrContents(const std::string& text,
                                                         const std::filesystem::path& directory);

} // namespace planlens::cloud
