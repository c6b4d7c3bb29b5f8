// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::testing {

/// Returns a short form of a plan, made from its JSON: one line for each change ("update test_thing.a
/// (replace_by_request)") followed by the differing attributes, then outputs, checks, relevant attributes, and whether
/// it errored. Parts without an order are sorted.
std::string printPlan(const plans::Plan& plan, const configs::Config& config);
/// Returns "error main.tf:3,5: Summary; Detail" for each diagnostic, sorted.
std::string printDiagnostics(const diags::Diagnostics& diagnostics);

} // namespace planlens::testing
