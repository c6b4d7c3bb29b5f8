// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/decode.h"

namespace planlens::configs {

/// One module out of the files of its folder: declarations collected, duplicates reported, override files merged in,
/// providers resolved.
Module assembleModule(std::vector<FileContent> primary, std::vector<FileContent> overrides, Diagnostics& diagnostics);

} // namespace planlens::configs
