// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/groups/groups.h"

#include <span>
#include <vector>

namespace planlens::projects {

/// Sorts groups as groupsOf() returns them.
void sortGroups(std::vector<ChangeGroup>& groups);
/// Names the objects of each group, and compares it with the largest one of the same resource.
void addVariations(std::vector<ChangeGroup>& groups, const explain::Translation& translation);
/// Finds what single projects of a group do beyond it.
void addExceptions(std::vector<ChangeGroup>& groups, std::span<const ReviewedProject> projects,
                   const explain::Translation& translation);

} // namespace planlens::projects
