// SPDX-License-Identifier: MPL-2.0
#include "core/system/memory_file.h"

#include <cerrno>
#include <sys/mman.h>
#include <sys/stat.h>

namespace planlens::system {

diags::Expected<FileHandle, std::string> makeMemoryFile(std::string_view content) {
    FileHandle file(::memfd_create("planlens", MFD_CLOEXEC));
    if (!file.isOpen() || ::fchmod(file.descriptor(), 0600) != 0)
        return diags::Unexpected{"memfd_create: " + errnoText(errno)};
    if (const IoOutcome written = file.writeAt(content, 0, "a file in memory"); !written)
        return diags::Unexpected{written.error()};
    return file;
}

} // namespace planlens::system
