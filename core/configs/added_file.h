// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

namespace planlens::configs {

/// The files of another file system, and one more in this directory, which exists.
std::shared_ptr<const FileSystem> withAddedFile(std::shared_ptr<const FileSystem> files,
                                                const std::filesystem::path& directory, std::string name,
                                                std::string text);

} // namespace planlens::configs
