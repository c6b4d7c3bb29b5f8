// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/groups.h"

#include <span>
#include <vector>

namespace planlens::projects {

/// Sorts groups in the order of groupsOf().
void sortGroups(std::vector<ChangeGroup>& groups);
/// Sets the subject of each group, and its differences from the largest group of the same resource.
void addVariations(std::vector<ChangeGroup>& groups, const explain::Translation& translation);
/// Finds additional changes of single projects in a group, or of most of them.
void addExceptions(std::vector<ChangeGroup>& groups, std::span<const ReviewedProject> projects,
                   const explain::Translation& translation);

} // namespace planlens::projects
