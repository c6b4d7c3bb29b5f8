// SPDX-License-Identifier: MPL-2.0
#include "core/system/directories/listing.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <iterator>
#include <memory>
#include <string_view>
#include <sys/stat.h>

namespace planlens::system {

diags::Expected<std::vector<DirectoryEntry>, ReadError> listDirectory(const std::filesystem::path& directory) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.c_str()), ::closedir);
    if (!open)
        return diags::Unexpected{ReadError{"open", directory, errno}};
    std::vector<DirectoryEntry> entries;
    for (;;) {
        errno = 0;
        const dirent* const read = ::readdir(open.get());
        if (!read && errno != 0)
            return diags::Unexpected{ReadError{"open", directory, errno}};
        if (!read)
            break;
        if (const std::string_view name = read->d_name; name == "." || name == "..")
            continue;
        DirectoryEntry entry{read->d_name, read->d_type == DT_DIR, read->d_type == DT_LNK};
        struct stat status {};
        if (read->d_type == DT_UNKNOWN &&
            ::fstatat(::dirfd(open.get()), read->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            entry.isLink = S_ISLNK(status.st_mode);
        if ((read->d_type == DT_UNKNOWN || entry.isLink) &&
            ::fstatat(::dirfd(open.get()), read->d_name, &status, 0) == 0)
            entry.isDirectory = S_ISDIR(status.st_mode);
        entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, {}, &DirectoryEntry::name);
    return entries;
}

diags::Expected<std::vector<std::filesystem::path>, ReadError> listFiles(const std::filesystem::path& directory) {
    const auto entries = listDirectory(directory);
    if (!entries)
        return diags::Unexpected{entries.error()};
    std::vector<std::filesystem::path> files;
    for (const auto& [name, isDirectory, isLink] : *entries) {
        if (!isDirectory) {
            files.push_back(directory / name);
        } else if (!isLink) {
            auto below = listFiles(directory / name);
            if (!below)
                return below;
            std::ranges::move(*below, std::back_inserter(files));
        }
    }
    return files;
}

} // namespace planlens::system
