// SPDX-License-Identifier: MPL-2.0
#include "core/lang/working_directory.h"

#include "core/system/environment.h"
#include "core/values/text/clean_path.h"

namespace planlens::lang {

std::string absolutePath(const std::string& path) {
    return values::cleanPath(system::absolutePath(path).string());
}

} // namespace planlens::lang
