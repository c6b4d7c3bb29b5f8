// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/json_object.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace planlens::cloud {

using nlohmann::json;

struct JsonObject::Data {
    json object;

    const json* find(std::string_view name) const {
        const auto it = object.find(name);
        return it == object.end() ? nullptr : &*it;
    }
};

std::optional<JsonObject> JsonObject::parse(std::string_view text) {
    json object = json::parse(text, nullptr, false);
    if (!object.is_object())
        return std::nullopt;
    return JsonObject(std::make_shared<const Data>(Data{std::move(object)}));
}

std::string JsonObject::text(std::string_view name) const {
    const json* const found = m_data->find(name);
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

long long JsonObject::number(std::string_view name) const {
    const json* const found = m_data->find(name);
    if (found && found->is_number())
        return found->get<long long>();
    const std::string digits = text(name);
    long long number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? number : 0;
}

std::optional<JsonObject> JsonObject::object(std::string_view name) const {
    const json* const found = m_data->find(name);
    if (!found || !found->is_object())
        return std::nullopt;
    return JsonObject(std::make_shared<const Data>(Data{*found}));
}

std::vector<JsonObject> JsonObject::objects(std::string_view name) const {
    std::vector<JsonObject> result;
    const json* const found = m_data->find(name);
    if (found && found->is_array())
        for (const json& element : *found)
            if (element.is_object())
                result.push_back(JsonObject(std::make_shared<const Data>(Data{element})));
    return result;
}

std::vector<std::string> JsonObject::texts(std::string_view name) const {
    std::vector<std::string> result;
    const json* const found = m_data->find(name);
    if (found && found->is_array())
        for (const json& element : *found)
            if (element.is_string())
                result.push_back(element.get<std::string>());
    return result;
}

std::vector<std::pair<std::string, std::string>> JsonObject::members() const {
    std::vector<std::pair<std::string, std::string>> result;
    for (const auto& [name, value] : m_data->object.items())
        if (value.is_string())
            result.emplace_back(name, value.get<std::string>());
    return result;
}

std::string JsonObject::toText() const {
    return m_data->object.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace planlens::cloud
