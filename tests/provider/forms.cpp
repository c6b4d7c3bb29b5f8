// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <ctime>
#include <stdexcept>

#include <unistd.h>

namespace planlens::testing {

using values::Type;
using values::Value;

namespace {

const Json unknown = {{"$unknown", true}};

std::string textOf(const Json& json) {
    return json.is_string() ? json.get<std::string>() : json.dump();
}

template <typename Change>
Json changed(const Json& json, Change change) {
    if (json.is_null() || json == unknown)
        return json;
    std::string text = textOf(json);
    change(text);
    return text;
}

Json formatted(const std::string& pattern, const Json& context) {
    std::string text;
    std::size_t i = 0;
    while (i < pattern.size()) {
        const std::size_t open = std::min(pattern.find('{', i), pattern.size());
        text += pattern.substr(i, open - i);
        if (open == pattern.size())
            break;
        const std::size_t close = pattern.find('}', open);
        if (close == std::string::npos)
            throw std::runtime_error("no } in " + pattern);
        const Json& value = at(context, pattern.substr(open + 1, close - open - 1));
        if (value == unknown)
            return unknown;
        text += textOf(value);
        i = close + 1;
    }
    return text;
}

std::string now() {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

Json lengthOf(const Json& json) {
    if (json == unknown)
        return unknown;
    return json.is_string() ? json.get<std::string>().size() : json.size();
}

} // namespace

std::string hashOf(const std::string& text) {
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return fmt::format("{:08x}", hash);
}

Json evaluate(const Json& form, const Json& context, std::atomic<std::int64_t>& counter) {
    if (form.is_array()) {
        Json made = Json::array();
        for (const Json& element : form)
            made.push_back(evaluate(element, context, counter));
        return made;
    }
    if (!form.is_object())
        return form;
    const std::string name = form.size() == 1 ? form.begin().key() : std::string();
    if (!name.starts_with('$')) {
        Json made = Json::object();
        for (const auto& [key, value] : form.items())
            made[key] = evaluate(value, context, counter);
        return made;
    }
    const Json& argument = *form.begin();
    const auto there = [&]() -> const Json& { return at(context, argument.get<std::string>()); };
    if (name == "$unknown")
        return unknown;
    if (name == "$copy")
        return there();
    if (name == "$upper")
        return changed(there(), [](std::string& t) {
            std::transform(t.begin(), t.end(), t.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        });
    if (name == "$lower")
        return changed(there(), [](std::string& t) {
            std::transform(t.begin(), t.end(), t.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        });
    if (name == "$trim")
        return changed(there(), [](std::string& t) {
            t.erase(t.find_last_not_of(" \t\n") + 1);
            t.erase(0, t.find_first_not_of(" \t\n"));
        });
    if (name == "$length")
        return lengthOf(there());
    if (name == "$format")
        return formatted(argument.get<std::string>(), context);
    if (name == "$hash")
        return there() == unknown ? unknown : Json(hashOf(there().dump()));
    if (name == "$counter") {
        const std::int64_t number = ++counter;
        const std::string prefix = argument.get<std::string>();
        return prefix.empty() ? Json(number) : Json(prefix + std::to_string(number));
    }
    if (name == "$time")
        return now();
    if (name == "$pid")
        return static_cast<std::int64_t>(getpid());
    throw std::runtime_error("there is no form " + name);
}

Value madeUp(Type type, const std::string& name, const std::string& seed) {
    const std::string digits = hashOf(name + "\n" + seed);
    switch (type.kind()) {
    case Type::Kind::String:
    case Type::Kind::Dynamic:
        return Value::string(name + "-" + digits);
    case Type::Kind::Number:
        return Value::number(static_cast<std::int64_t>(std::stoul(digits, nullptr, 16) % 10000));
    case Type::Kind::Bool:
        return Value::boolean(true);
    case Type::Kind::List:
        return Value::emptyList(type.elementType());
    case Type::Kind::Set:
        return Value::emptySet(type.elementType());
    case Type::Kind::Map:
        return Value::emptyMap(type.elementType());
    case Type::Kind::Tuple:
    case Type::Kind::Object:
        return Value::null(type);
    }
    return Value::null(type);
}

} // namespace planlens::testing
