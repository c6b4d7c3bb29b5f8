// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>

/// A plan with something of everything, and plans in words.
namespace planlens::plans::samples {

/// Schemas of the provider "test" with test_thing: id, name and tags.
Schemas schemas();
/// A plan with each action and each reason, marks, unknown values, states, outputs, checks and options.
Plan everything();

/// All that a plan says, line by line; values with their marks.
std::string describe(const Plan& plan);

} // namespace planlens::plans::samples
