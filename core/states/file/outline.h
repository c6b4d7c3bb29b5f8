// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <functional>
#include <string>
#include <vector>

namespace planlens::states {

/// One thing that a state holds.
struct OutlineEntry {
    enum class Kind { Object, Deposed, Output, Check };
    Kind kind = Kind::Object;
    std::string name;                          // in its group: "web[0]", "output", "check.health"
    std::string address;                       // whole; what is looked for
    addrs::AbsResourceInstance instance;       // of objects
    addrs::DeposedKey deposed;                 // of a deposed object
    StoredObjectPtr object;                    // of objects
    addrs::AbsProviderConfig provider;         // of objects
    CheckStatus status = CheckStatus::Unknown; // of a check
    std::vector<std::string> messages;         // of a check
};

/// All of it: objects in the order of addresses, deposed ones after the current one; then outputs, then checks.
std::vector<OutlineEntry> outlineEntries(const State& state);

/// Entries put together by module instance, type of resource, and what else they are.
struct OutlineGroup {
    enum class Kind { Root, Module, Type, Outputs, Checks };
    Kind kind = Kind::Root;
    std::string name; // within its parent; empty of outputs and checks
    std::size_t parent = 0;
    std::size_t row = 0;              // in the parent's groups
    std::vector<std::size_t> groups;  // in it: types, then modules
    std::vector<std::size_t> entries; // in it, by their place
    std::size_t count = 0;            // of all entries in it, and in groups in it
};

/// The groups of those entries that are let through; the first one is the root, which is always there.
std::vector<OutlineGroup> outlineGroups(const std::vector<OutlineEntry>& entries,
                                        const std::function<bool(const OutlineEntry&)>& accepts);

} // namespace planlens::states
