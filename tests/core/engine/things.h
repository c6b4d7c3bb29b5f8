// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"
#include "tests/support/scripted_provider.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::testing {

/// Returns the provider "test" with the resource test_thing and the data source test_lookup. In a test_thing, `kind`
/// cannot be updated and `stamp` changes with each update. Both have an argument `needs` without effect.
std::shared_ptr<Script> thingScript();
std::shared_ptr<ScriptedRegistry> registryWith(const std::shared_ptr<Script>& script);

/// The text of a state file with these objects. `attributes` is JSON ({"id":…}); `more` is appended to the instance
/// object (`,"status":"tainted"`).
struct StoredThing {
    std::string name;
    std::string attributes;
    std::string more = {};
};
std::string stateWith(const std::vector<StoredThing>& things);

/// Prints one line for each object: address, "deposed" or "tainted" if so, and attributes.
std::string printState(const states::State& state);

} // namespace planlens::testing
