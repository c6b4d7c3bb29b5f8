// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// The error for a command of the reference that Planlens does not support. It names the command to run instead, or the
/// supported commands that start with the same word. `words` are the command and its arguments. nullopt for all other
/// commands.
std::optional<diags::Diagnostic> unsupportedCommand(const std::vector<std::string>& words);

} // namespace planlens::cli
