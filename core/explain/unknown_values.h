// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <vector>

namespace planlens::explain {

/// What a value that is not known before applying comes from.
struct UnknownSource {
    addrs::AbsResourceInstance address;
    values::Path path; // of what is not known there; empty: the whole
    bool operator==(const UnknownSource&) const = default;
};
/// The other instances that an argument refers to, directly or through named values, at what is not known there. In the
/// order of the references.
std::vector<UnknownSource> unknownSources(const plans::Plan& plan, const addrs::AbsResourceInstance& address,
                                          const values::Path& argument);

/// Whether an attribute that is not known is for its provider alone to set: its schema says so, or nothing configures
/// it as far as the plan tells.
bool isComputed(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& attribute);

} // namespace planlens::explain
