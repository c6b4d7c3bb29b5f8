// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/private_directory.h"

namespace planlens::providers::plugin {

/// A folder for the socket of one plugin. There is none where its path would be too long for sockets; plugins use the
/// folder for temporary files then.
class SocketDirectory : public system::PrivateDirectory {
public:
    SocketDirectory();
};

/// Removes a socket that a plugin has left. Whatever else is at the path stays.
void removeSocket(const std::filesystem::path& path);

} // namespace planlens::providers::plugin
