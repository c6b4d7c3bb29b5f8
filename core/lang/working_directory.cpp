// SPDX-License-Identifier: MPL-2.0
#include "core/lang/working_directory.h"

#include "core/lang/functions/files/file_access.h"
#include "core/system/environment.h"

namespace planlens::lang {

std::string absolutePath(const std::string& path) {
    return cleanPath(system::absolutePath(path).string());
}

} // namespace planlens::lang
