// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// The replacement for a command of the reference that Planlens does not support: the equivalent plan or configuration
/// block, built from the given arguments. The words are the command and its arguments. nullopt for all other commands.
std::optional<diags::Diagnostic> insteadOfCommand(const std::vector<std::string>& words);

} // namespace planlens::cli
