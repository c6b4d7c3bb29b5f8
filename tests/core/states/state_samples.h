// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"

#include <filesystem>
#include <string>

/// Small states for tests.
namespace planlens::states::samples {

addrs::AbsProviderInstance provider(std::string type = "test");
/// `test_thing.NAME` in the root module, with an instance key where one is given.
addrs::AbsResourceInstance thing(std::string name, addrs::InstanceKey key = {});
/// {"id":"ID"}.
StoredObjectPtr object(std::string_view id);
/// Things "n0" to "n(count-1)" whose ids are the names.
std::shared_ptr<const State> stateOf(int count);
/// The id of a current object; empty where there is none.
std::string idOf(const State& state, const addrs::AbsResourceInstance& address);

/// The first line that differs, in both versions; empty where the texts are equal.
std::string firstDifference(std::string_view actual, std::string_view expected);

std::string readText(const std::filesystem::path& path);
void writeText(const std::filesystem::path& path, std::string_view text);

} // namespace planlens::states::samples
