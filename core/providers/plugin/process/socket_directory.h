// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/private_directory.h"

namespace planlens::providers::plugin {

/// A private directory for the socket of one plugin. Not created if the socket path would exceed the limit of the
/// system; plugins then use the directory for temporary files.
class SocketDirectory : public system::PrivateDirectory {
public:
    SocketDirectory();
};

/// Removes a socket left by a plugin. Files of other types are not removed.
void removeSocket(const std::filesystem::path& path);

} // namespace planlens::providers::plugin
