// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Files that arguments and environment variables name.
namespace planlens::cloud {

/// "~/x" in the home directory of the user.
std::filesystem::path inHome(std::string_view path);

/// The content of the file if there is one with this path, relative to the directory; or else the text itself. The
/// error contains the path only.
diags::Expected<std::string, std::string> pathOrContents(const std::string& text,
                                                         const std::filesystem::path& directory);

} // namespace planlens::cloud
