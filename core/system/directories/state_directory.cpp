// SPDX-License-Identifier: MPL-2.0
#include "core/system/directories/state_directory.h"

#include "core/system/environment.h"

#include <cerrno>
#include <system_error>

#include <sys/stat.h>

namespace planlens::system {

namespace fs = std::filesystem;

fs::path stateDirectoryPath() {
    const fs::path base = environmentVariable("XDG_STATE_HOME").value_or("");
    if (base.is_absolute())
        return base / "planlens";
    const fs::path home = environmentVariable("HOME").value_or("");
    return home.is_absolute() ? home / ".local" / "state" / "planlens" : fs::path();
}

bool makePrivateDirectory(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        return false;
    return ::chmod(path.c_str(), S_IRWXU) == 0;
}

} // namespace planlens::system
