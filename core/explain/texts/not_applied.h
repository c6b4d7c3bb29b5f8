// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

namespace planlens::explain {

/// Returns why targets or exclusions prevent a planned change from being applied: "Not applied, because it is
/// excluded.", or create the new object of a replacement. Empty if the change is applied.
std::string notAppliedText(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Translation& translation = {});
/// Returns the text and the summary of the planned change together: "Not applied, because it is excluded. Planned:
/// Destroyed because …"
std::string withNotApplied(const std::string& notApplied, const std::string& summary,
                           const Translation& translation = {});

} // namespace planlens::explain
