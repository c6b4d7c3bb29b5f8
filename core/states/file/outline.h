// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <functional>
#include <string>
#include <vector>

namespace planlens::states {

/// One item of a state: a resource instance object, an output value or a check.
struct OutlineEntry {
    enum class Kind { Object, Deposed, Output, Check };
    Kind kind = Kind::Object;
    std::string name;                          // in its group: "web[0]", "output", "check.health"
    std::string address;                       // complete; the text that a search matches
    addrs::AbsResourceInstance instance;       // for objects
    addrs::DeposedKey deposed;                 // for deposed objects
    StoredObjectPtr object;                    // for objects
    addrs::AbsProviderConfig provider;         // for objects
    CheckStatus status = CheckStatus::Unknown; // for checks
    std::vector<std::string> messages;         // for checks
};

/// Returns all items of a state: objects ordered by address (deposed objects after the current one), then outputs, then
/// checks.
std::vector<OutlineEntry> outlineEntries(const State& state);

/// A group of entries: a module instance, a resource type, or all outputs or checks.
struct OutlineGroup {
    enum class Kind { Root, Module, Type, Outputs, Checks };
    Kind kind = Kind::Root;
    std::string name; // within its parent; empty for outputs and checks
    std::size_t parent = 0;
    std::size_t row = 0;              // within the parent's `groups`
    std::vector<std::size_t> groups;  // child groups: types, then modules
    std::vector<std::size_t> entries; // indexes into the entries
    std::size_t count = 0;            // of all entries in this group and its descendants
};

/// Groups the entries for which `accepts` returns true. The first group is always the root.
std::vector<OutlineGroup> outlineGroups(const std::vector<OutlineEntry>& entries,
                                        const std::function<bool(const OutlineEntry&)>& accepts);

} // namespace planlens::states
