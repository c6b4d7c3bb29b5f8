// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::cli {

/// What to do instead of a command of the reference that Planlens has not: the plan or the block of configuration that
/// comes to the same, made of the arguments given. The words are the command and what follows it. Nothing for all other
/// commands.
std::optional<diags::Diagnostic> insteadOfCommand(const std::vector<std::string>& words);

} // namespace planlens::cli
