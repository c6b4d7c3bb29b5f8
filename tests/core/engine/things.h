// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"
#include "tests/core/engine/planning.h"
#include "tests/support/scripted_provider.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::testing {

/// Returns the provider "test" with the resource test_thing and the data source test_lookup. In a test_thing, `kind`
/// cannot be updated and `stamp` changes with each update. Both have an argument `needs` without effect.
std::shared_ptr<Script> thingScript();
std::shared_ptr<ScriptedRegistry> registryWith(const std::shared_ptr<Script>& script);

/// Returns the setup of a configuration in one file, with the script as its only provider.
Setup thingSetup(const std::string& configuration, const std::shared_ptr<Script>& script = thingScript(),
                 const std::string& state = {});
/// A configuration with one resource instance.
extern const std::string oneThing;

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
