// SPDX-License-Identifier: MPL-2.0
#include "core/system/open_files.h"

#include "core/system/file.h"

#include <fcntl.h>
#include <vector>

namespace planlens::system {

bool canOpenFiles(int count) {
    std::vector<FileHandle> files;
    for (int i = 0; i < count; ++i) {
        files.emplace_back(::open("/", O_PATH | O_CLOEXEC));
        if (!files.back().isOpen())
            return false;
    }
    return true;
}

} // namespace planlens::system
