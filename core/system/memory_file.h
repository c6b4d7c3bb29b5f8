// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/file.h"

#include <string_view>

namespace planlens::system {

/// Creates a file in memory with this content, for programs that must read secrets from a file. It has no name, and
/// ends with the last process that has it open. Programs get it with Command::descriptors.
diags::Expected<FileHandle, std::string> makeMemoryFile(std::string_view content);

} // namespace planlens::system
