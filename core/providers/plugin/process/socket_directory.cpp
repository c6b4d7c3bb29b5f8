// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/socket_directory.h"

#include <sys/un.h>
#include <system_error>

namespace planlens::providers::plugin {
namespace {

// go-plugin appends "/plugin" and a number of up to 10 digits. One more byte terminates the path.
constexpr std::size_t roomForName = 20 + 1;

} // namespace

SocketDirectory::SocketDirectory()
    : PrivateDirectory(sizeof(sockaddr_un::sun_path) - roomForName) {}

void removeSocket(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::socket)
        std::filesystem::remove(path, error);
}

} // namespace planlens::providers::plugin
