// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/decode/decode.h"

namespace planlens::configs {

/// One module out of the files of its folder: declarations collected, duplicates reported, override files merged in,
/// providers resolved.
struct AssembledModule {
    Module module;
    Diagnostics values;  // problems with what is needed first: variables, locals and encryption
    Diagnostics backend; // problems with the backend itself
    Diagnostics other;
};
AssembledModule assembleModule(std::vector<FileContent> primary, std::vector<FileContent> overrides,
                               std::string_view registry);

} // namespace planlens::configs
