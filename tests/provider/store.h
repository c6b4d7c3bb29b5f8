// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/json_value.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace planlens::testing {

/// The remote objects: a JSON file of objects by type and key, shared by processes and edited by tests to create drift.
/// Thread-safe.
class Store {
public:
    explicit Store(std::filesystem::path file)
        : m_file(std::move(file)) {}

    bool isKept() const { return !m_file.empty(); }
    std::optional<Json> find(const std::string& type, const std::string& key) const;
    void put(const std::string& type, const std::string& key, const Json& object) const;
    void remove(const std::string& type, const std::string& key) const;

private:
    void change(const std::function<void(Json& all)>& change) const;

    std::filesystem::path m_file;
};

} // namespace planlens::testing
