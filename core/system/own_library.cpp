// SPDX-License-Identifier: MPL-2.0
#include "core/system/own_library.h"

#include "core/system/file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <sys/stat.h>
#include <vector>

namespace planlens::system {
namespace {

namespace fs = std::filesystem;

/// Empty if not found.
fs::path findOwnFile(const std::string& path) {
    struct stat program {
    }, library{};
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (error || ::stat("/proc/self/exe", &program) != 0)
        return {};
    for (fs::path folder = self.parent_path().parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        fs::path file = folder / path;
        if (::stat(file.c_str(), &library) == 0 && (library.st_uid == program.st_uid || library.st_uid == 0))
            return file;
    }
    return {};
}

} // namespace

diags::Expected<void*, std::string> loadOwnFunction(const std::string& path, const char* function) {
    const fs::path file = findOwnFile(path);
    if (file.empty())
        return diags::Unexpected{fmt::format("there is no {} above the directory of this program", path)};
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const found = library ? ::dlsym(library, function) : nullptr;
    if (!found)
        return diags::Unexpected{std::string(::dlerror())};
    return found;
}

bool canOpenFiles(int count) {
    std::vector<FileHandle> files;
    for (int i = 0; i < count; ++i) {
        files.emplace_back(::open("/", O_PATH | O_CLOEXEC));
        if (!files.back().isOpen())
            return false;
    }
    return true;
}

} // namespace planlens::system
