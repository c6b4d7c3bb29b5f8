// SPDX-License-Identifier: MPL-2.0
#include "core/system/private_directory.h"

#include "core/system/environment.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace planlens::system {

PrivateDirectory::PrivateDirectory(std::size_t longestPath) {
    for (const std::string& base : {environmentText("TMPDIR"), std::string("/tmp")}) {
        std::string path = base + "/planlens-XXXXXX";
        if (base.starts_with('/') && path.size() <= longestPath && ::mkdtemp(path.data())) {
            m_path = path;
            return;
        }
    }
}

PrivateDirectory::~PrivateDirectory() {
    remove();
}

void PrivateDirectory::remove() const {
    std::error_code error;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, error);
}

} // namespace planlens::system
