// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <filesystem>

namespace planlens::providers::plugin {

/// A folder of this user alone for the socket of one plugin, removed with what is in it. Empty where none can be made,
/// or only one whose path is too long for sockets; plugins use the folder for temporary files then.
class SocketDirectory {
public:
    SocketDirectory();
    ~SocketDirectory();
    SocketDirectory(const SocketDirectory&) = delete;
    SocketDirectory& operator=(const SocketDirectory&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    /// Removes it now; any thread, and more than once.
    void remove() const;

private:
    std::filesystem::path m_path; // not changed once made
};

/// Removes a socket that a plugin has left. Whatever else is at the path stays.
void removeSocket(const std::filesystem::path& path);

} // namespace planlens::providers::plugin
