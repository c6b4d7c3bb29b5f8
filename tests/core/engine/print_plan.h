// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/diags/diagnostic.h"
#include "core/plans/plan.h"

#include <string>

namespace planlens::testing {

/// A plan in few words, made from its JSON: one line a change ("update test_thing.a (replace_by_request)"), the
/// attributes that differ below it, then outputs, checks, relevant attributes and whether it errored. What has no order
/// is sorted.
std::string printPlan(const plans::Plan& plan, const configs::Config& config);
/// "error main.tf:3,5: Summary; Detail", sorted.
std::string printDiagnostics(const diags::Diagnostics& diagnostics);

} // namespace planlens::testing
