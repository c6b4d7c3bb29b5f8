// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"
#include "tests/support/scripted_provider.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::testing {

/// The provider "test" with one resource, test_thing, and one data source, test_lookup. Of a thing, `kind` cannot be
/// updated and `stamp` is new after each update. Both take `needs`, which means nothing.
std::shared_ptr<Script> thingScript();
std::shared_ptr<ScriptedRegistry> registryWith(const std::shared_ptr<Script>& script);

/// A state file with things: name and attributes ({"id":…}), or more of the instance object after them
/// (`,"status":"tainted"`).
struct StoredThing {
    std::string name;
    std::string attributes;
    std::string more = {};
};
std::string stateWith(const std::vector<StoredThing>& things);

/// One line an object: address, "deposed" or "tainted" where it is so, attributes.
std::string printState(const states::State& state);

} // namespace planlens::testing
