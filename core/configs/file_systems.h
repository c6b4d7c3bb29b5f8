// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

namespace planlens::configs {

/// The name of a file that a command adds to the root module. Import blocks in it replace all others.
inline constexpr std::string_view commandFile = "planlens-command.tf";

/// The files of another file system, and one more in this directory, which exists.
std::shared_ptr<const FileSystem> withAddedFile(std::shared_ptr<const FileSystem> files,
                                                const std::filesystem::path& directory, std::string name,
                                                std::string text);
/// Returns the entries of a directory on disk, sorted by name.
diags::Expected<std::vector<FileSystem::Entry>, system::ReadError>
listDirectory(const std::filesystem::path& directory);

} // namespace planlens::configs
