// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/plan_values.h"

namespace planlens::explain {

/// Returns the possible causes of a change in a plan that was read from a file, inferred from its action reason, its
/// values and the configuration in the file. If there are several, each may be the cause; causes that are not listed
/// are excluded. They have no source ranges, because files do not contain any.
std::vector<plans::Cause> inferredCauses(const PlanValues& values, const plans::ResourceInstanceChange& change);

/// Returns the possible causes of differences in attribute values, whether or not these attributes cause the action.
std::vector<plans::Cause> inferredDifferences(const PlanValues& values, const plans::ResourceInstanceChange& change);

/// Whether no reference of an argument is unknown although its planned value is, so that a function must be the cause,
/// such as timestamp(). Only for plans without expressions.
bool isUnknownByCall(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& path);

} // namespace planlens::explain
