// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/decode/decode.h"

namespace planlens::configs {

/// Assembles a module from the files of its directory: collects declarations, reports duplicates, merges override files
/// and resolves providers.
struct AssembledModule {
    Module module;
    Diagnostics values;  // problems in what comes first: variables, locals and encryption
    Diagnostics backend; // problems with the backend itself
    Diagnostics other;
};
AssembledModule assembleModule(std::vector<FileContent> primary, std::vector<FileContent> overrides,
                               std::string_view registry);

} // namespace planlens::configs
