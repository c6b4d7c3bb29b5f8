// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::explain {

/// The source of a value that is unknown until apply.
struct UnknownSource {
    addrs::AbsResourceInstance address;
    values::Path path; // of the unknown part; empty: the whole object
    bool operator==(const UnknownSource&) const = default;
};
/// Returns the other instances to which an argument refers, directly or through named values, and whose referenced
/// parts are unknown. In the order of the references.
std::vector<UnknownSource> unknownSources(const plans::Plan& plan, const addrs::AbsResourceInstance& address,
                                          const values::Path& argument);

/// Returns the parts that an unknown argument is made of: its sources, named as in the module of the object, and the
/// literals in its expression. "terraform_data.key.id", "\"role/\""
std::vector<std::string> unknownParts(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                      const values::Path& argument);

/// Whether an unknown attribute is only set by the provider: according to its schema, or because the configuration, if
/// the plan contains it, does not set it.
bool isComputed(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& attribute);

} // namespace planlens::explain
