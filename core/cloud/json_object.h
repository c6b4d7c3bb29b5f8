// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::cloud {

/// A JSON object of a server or a file, in which anything may be missing or have another type. Cheap to copy.
class JsonObject {
public:
    /// std::nullopt if the text is not a JSON object.
    static std::optional<JsonObject> parse(std::string_view text);

    /// A string; empty if there is none.
    std::string text(std::string_view name) const;
    /// A whole number, also as a string of digits; 0 if there is none.
    long long number(std::string_view name) const;
    /// A nested object; std::nullopt if there is none.
    std::optional<JsonObject> object(std::string_view name) const;
    /// The objects of an array.
    std::vector<JsonObject> objects(std::string_view name) const;
    /// The strings of an array.
    std::vector<std::string> texts(std::string_view name) const;
    /// All members that are strings, by name.
    std::vector<std::pair<std::string, std::string>> members() const;
    std::string toText() const;

private:
    struct Data;
    explicit JsonObject(std::shared_ptr<const Data> data)
        : m_data(std::move(data)) {}

    std::shared_ptr<const Data> m_data;
};

} // namespace planlens::cloud
