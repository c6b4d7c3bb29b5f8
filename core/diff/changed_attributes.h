// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <cstddef>
#include <string>
#include <vector>

namespace planlens::diff {

/// A top-level attribute that a change affects: its name and the kind of difference, never its value.
struct ChangedAttribute {
    enum class How { Added, Removed, Changed, KnownAfterApply };
    std::string name;
    How how = How::Changed;
    bool forcesReplacement = false;
    bool operator==(const ChangedAttribute&) const = default;
};

/// Returns the attributes that differ. Sorted by kind: those that force replacement, then configured ones, then those
/// only known after apply; by name within each kind.
std::vector<ChangedAttribute> changedAttributes(const plans::ResourceInstanceChange& change);

} // namespace planlens::diff
