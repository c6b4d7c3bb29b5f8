// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/schemas.h"
#include "core/report/text/text_options.h"
#include "core/states/state.h"

#include <string>

namespace planlens::report {

/// Returns a state as printed by `show`: resources of the root module, then of its child modules, then root outputs.
/// Secrets are masked everywhere.
/// The error is that of the first object that cannot be displayed; see plans::shownObject().
diags::Result<std::string> stateText(const states::State& state, const plans::Schemas& schemas,
                                     const TextOptions& options = {});
/// As above, for a part of a state, with the secrets of the whole state.
diags::Result<std::string> stateText(const states::State& state, const plans::Schemas& schemas,
                                     const masking::Secrets& secrets, const TextOptions& options);

} // namespace planlens::report
