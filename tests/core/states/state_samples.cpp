// SPDX-License-Identifier: MPL-2.0
#include "state_samples.h"

#include <fstream>
#include <sstream>

namespace planlens::states::samples {

addrs::AbsProviderInstance provider(std::string type) {
    return {{{}, {"registry.opentofu.org", "hashicorp", std::move(type)}, {}}, {}};
}

addrs::AbsResourceInstance thing(std::string name, addrs::InstanceKey key) {
    return {{}, {addrs::ResourceMode::Managed, "test_thing", std::move(name)}, std::move(key)};
}

StoredObjectPtr object(std::string_view id) {
    auto made = std::make_shared<StoredObject>();
    made->attributesJson = "{\"id\":\"" + std::string(id) + "\"}";
    return made;
}

std::shared_ptr<const State> stateOf(int count) {
    auto state = std::make_shared<State>();
    for (int i = 0; i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        state->setCurrent(thing(name), object(name), provider());
    }
    return state;
}

std::string idOf(const State& state, const addrs::AbsResourceInstance& address) {
    const StoredObjectPtr current = state.current(address);
    if (!current)
        return {};
    constexpr std::string_view before = "{\"id\":\"";
    return current->attributesJson.substr(before.size(), current->attributesJson.size() - before.size() - 2);
}

std::string firstDifference(std::string_view actual, std::string_view expected) {
    if (actual == expected)
        return {};
    std::istringstream first{std::string(actual)}, second{std::string(expected)};
    std::string a, b;
    for (int line = 1;; ++line) {
        const bool more = static_cast<bool>(std::getline(first, a));
        if (!std::getline(second, b) || !more || a != b)
            return "line " + std::to_string(line) + ": \"" + a + "\" instead of \"" + b + "\"";
    }
}

std::string readText(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

void writeText(const std::filesystem::path& path, std::string_view text) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream << text;
}

} // namespace planlens::states::samples
