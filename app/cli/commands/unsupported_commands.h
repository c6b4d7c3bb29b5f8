// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// The error for a command of the reference that Planlens does not have: the command to run, or the commands that begin
/// with the same word. The words are the command and its arguments. nullopt for all other commands.
std::optional<diags::Diagnostic> unsupportedCommand(const std::vector<std::string>& words);

} // namespace planlens::cli
