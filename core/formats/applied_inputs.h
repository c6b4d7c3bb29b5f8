// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/applied_inputs.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace planlens::plans {
struct Plan;
}
namespace planlens::states {
struct File;
}

/// What was written when states were applied, for explanations of the next plans. One file for each state, in
/// $XDG_STATE_HOME/planlens/applied (~/.local/state/planlens/applied), with fingerprints only; mode 0600.
namespace planlens::formats {

/// Returns the path of the file for a state; empty if there is no home directory.
std::filesystem::path keptInputs(std::string_view lineage);

/// Writes the inputs of a plan whose apply succeeded and left this state (without content: that of the plan). Nothing
/// is written for plans that leave objects out, or that destroy. A refresh-only plan applies no inputs: those of its
/// prior state remain. Removes the oldest of many files. Write errors are ignored; explanations are then inferred.
void keepInputs(const plans::Plan& plan, const states::File& left);

/// Returns the inputs that were kept for exactly this state; null if there are none, or if they cannot be read.
std::shared_ptr<const plans::AppliedInputs> readInputs(std::string_view lineage, std::uint64_t serial);

} // namespace planlens::formats
