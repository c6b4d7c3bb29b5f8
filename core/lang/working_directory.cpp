// SPDX-License-Identifier: MPL-2.0
#include "core/lang/working_directory.h"

#include "core/lang/functions/file_access.h"

#include <cstdlib>
#include <filesystem>

namespace planlens::lang {

std::string workingDirectory() {
    std::error_code error;
    const char* const named = std::getenv("PWD");
    if (named && *named == '/' && std::filesystem::equivalent(named, ".", error))
        return named;
    return std::filesystem::current_path(error).string();
}

std::string absolutePath(const std::string& path) { return path.starts_with('/') ? cleanPath(path) : joinPath(workingDirectory(), path); }

} // namespace planlens::lang
