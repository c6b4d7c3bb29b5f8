// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <vector>

namespace planlens::report {

/// One change, or identical ones of at least three instances of a resource. Objects that are only destroyed or
/// forgotten, and those with findings, are never among others.
using SameChanges = std::vector<const ReportChange*>;
/// Groups the changes, in the order of the first one of each group.
std::vector<SameChanges> sameChanges(const std::vector<ReportChange>& changes);

/// The changes with findings, those of one kind, or those that are not applied.
struct ChangeGroup {
    std::string_view title; // "With findings", "Destroy", "Not applied"
    Kind worst = Kind::Unchanged;
    std::size_t count = 0; // of changes
    std::vector<SameChanges> entries;
};
/// Returns the groups in the order of the document: findings first, then by kind, not applied last.
std::vector<ChangeGroup> changeGroups(const std::vector<ReportChange>& changes);

} // namespace planlens::report
