// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"

#include <filesystem>
#include <string>

/// Small states for tests.
namespace planlens::states::samples {

addrs::AbsProviderInstance provider(std::string type = "test");
/// Returns the address `test_thing.NAME` in the root module, with an optional instance key.
addrs::AbsResourceInstance thing(std::string name, addrs::InstanceKey key = {});
/// Returns an object with the attributes {"id":"ID"}.
StoredObjectPtr object(std::string_view id);
/// Instances "n0" to "n(count-1)" whose ids are their names.
std::shared_ptr<const State> stateOf(int count);
/// Returns the id of the current object; empty if there is none.
std::string idOf(const State& state, const addrs::AbsResourceInstance& address);

/// Returns the first line that differs, in both versions; empty if the texts are equal.
std::string firstDifference(std::string_view actual, std::string_view expected);

std::string readText(const std::filesystem::path& path);
void writeText(const std::filesystem::path& path, std::string_view text);

} // namespace planlens::states::samples
