// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/socket_directory.h"

#include <cstdlib>
#include <string>
#include <sys/un.h>
#include <system_error>

namespace planlens::providers::plugin {
namespace {

// What go-plugin adds for the socket: "/plugin" and a number of 10 digits at most.
constexpr std::size_t roomForName = 20;

} // namespace

SocketDirectory::SocketDirectory() {
    const char* chosen = std::getenv("TMPDIR");
    for (std::string base : {std::string(chosen ? chosen : ""), std::string("/tmp")}) {
        std::string path = base + "/planlens-XXXXXX";
        if (base.starts_with('/') && path.size() + roomForName < sizeof(sockaddr_un::sun_path) && ::mkdtemp(path.data())) {
            m_path = path;
            return;
        }
    }
}

SocketDirectory::~SocketDirectory() {
    remove();
}

void SocketDirectory::remove() const {
    std::error_code error;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, error);
}

void removeSocket(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::socket)
        std::filesystem::remove(path, error);
}

} // namespace planlens::providers::plugin
