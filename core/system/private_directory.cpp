// SPDX-License-Identifier: MPL-2.0
#include "core/system/private_directory.h"

#include "core/system/directories/listing.h"
#include "core/system/environment.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace planlens::system {

namespace {

constexpr std::string_view prefix = "planlens-";
constexpr std::size_t randomLetters = 6;

/// Opens and locks a folder; nothing if another process has locked it, or if the file system has no locks.
FileHandle locked(const std::filesystem::path& folder) {
    FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (handle.isOpen() && ::flock(handle.descriptor(), LOCK_EX | LOCK_NB) != 0)
        handle.close();
    return handle;
}

/// Removes the folders of this user's killed processes. Those that were changed lately may just have been created.
void removeAbandoned(const std::filesystem::path& base) {
    constexpr std::time_t shortestAge = 600; // seconds
    const auto entries = listDirectory(base);
    for (const DirectoryEntry& entry : entries ? *entries : std::vector<DirectoryEntry>()) {
        const std::filesystem::path path = base / entry.name;
        struct stat status {};
        if (!entry.name.starts_with(prefix) || entry.name.size() != prefix.size() + randomLetters ||
            ::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
            (status.st_mode & 0777) != 0700 || std::time(nullptr) - status.st_mtime < shortestAge)
            continue;
        std::error_code ignored;
        if (const FileHandle lock = locked(path); lock.isOpen())
            std::filesystem::remove_all(path, ignored);
    }
}

} // namespace

PrivateDirectory::PrivateDirectory(std::size_t longestPath) {
    for (const std::string& base : {environmentText("TMPDIR"), std::string("/tmp")}) {
        std::string path = base + '/' + std::string(prefix) + std::string(randomLetters, 'X');
        if (base.starts_with('/') && path.size() <= longestPath && ::mkdtemp(path.data())) {
            m_path = path;
            m_lock = locked(m_path);
            static std::atomic<bool> isClean = false;
            if (!isClean.exchange(true))
                removeAbandoned(base);
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

diags::Expected<FileHandle, std::string> makeMemoryFile(std::string_view content) {
    FileHandle file(::memfd_create("planlens", MFD_CLOEXEC));
    if (!file.isOpen() || ::fchmod(file.descriptor(), 0600) != 0)
        return diags::Unexpected{"memfd_create: " + errnoText(errno)};
    if (const IoOutcome written = file.writeAt(content, 0, "a file in memory"); !written)
        return diags::Unexpected{written.error()};
    return file;
}

} // namespace planlens::system
