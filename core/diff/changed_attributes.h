// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <cstddef>
#include <string>
#include <vector>

namespace planlens::diff {

/// A top-level attribute that a change concerns: its name and how, never its value.
struct ChangedAttribute {
    enum class How { Added, Removed, Changed, KnownAfterApply };
    std::string name;
    How how = How::Changed;
    bool forcesReplacement = false;
    bool operator==(const ChangedAttribute&) const = default;
};

/// The attributes that differ: those that force a replacement first, then what somebody set, then what is only known
/// after applying; each by name.
std::vector<ChangedAttribute> changedAttributes(const plans::ResourceInstanceChange& change);

} // namespace planlens::diff
