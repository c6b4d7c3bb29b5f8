// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <string>

/// Values, paths and names in the texts about chains.
namespace planlens::explain {

inline constexpr std::string_view savedPlanText = "the saved plan";

inline std::string quotedName(const std::string& name) {
    return "`" + name + "`";
}
/// Whether both values of a step are recorded, known and different.
bool hasOtherValue(const Link& link);
/// Returns " from 1 to 2", or an empty text if the values are not known, sensitive or long.
std::string fromTo(const Link& link);
/// Returns a path within a value or the data of a file, in which keys that are identifiers are written like attributes.
values::Path withNames(const values::Path& path);
/// Returns "count", "for_each" or "enabled" if a link is such an argument; empty otherwise. Plan JSON only shows it by
/// the keys of the instances.
std::string repetitionArgument(const plans::Plan& plan, const Link& link);
/// Whether the root is a file of which a function computes a hash, which differs.
bool hasOtherHash(const plans::Plan& plan, const Link& root);
/// Returns the argument that makes an instance with a key: "count" or "for_each".
std::string_view argumentOfKey(const addrs::InstanceKey& key);

} // namespace planlens::explain
