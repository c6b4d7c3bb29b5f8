// SPDX-License-Identifier: MPL-2.0
#include "core/states/flat_attributes.h"

#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <charconv>
#include <optional>
#include <vector>

namespace planlens::states {

namespace {

using diags::Unexpected;
using values::Type;
using values::Value;
using Decoded = diags::Expected<Value, std::string>;

/// The text of a value that was unknown when it was saved.
constexpr std::string_view unknownText = "74D93920-ED26-11E3-AC10-0800200C9A66";
constexpr std::size_t mostElements = 1'000'000; // counts of damaged states must not exhaust the memory

class FlatAttributes {
public:
    explicit FlatAttributes(const std::map<std::string, std::string>& attributes)
        : m_attributes(attributes) {}

    Decoded object(const std::string& prefix, Type type) const {
        std::vector<Value> attributes;
        for (const values::ObjectAttribute& attribute : type.attributes()) {
            Decoded decoded = value(prefix + attribute.name, attribute.type);
            if (!decoded)
                return decoded;
            attributes.push_back(*std::move(decoded));
        }
        return Value::object(type, std::move(attributes));
    }

private:
    const std::string* find(const std::string& path) const {
        const auto found = m_attributes.find(path);
        return found == m_attributes.end() ? nullptr : &found->second;
    }

    Decoded value(const std::string& path, Type type) const {
        if (type.isObject())
            return object(path + ".", type);
        if (type.isPrimitive())
            return primitive(path, type);
        if (!type.isMap() && !type.isList() && !type.isSet() && !type.isTuple())
            return Unexpected{std::string("cannot decode dynamic from flatmap")};
        const std::string* const whole = find(path);
        const std::string* const count = find(path + (type.isMap() ? ".%" : ".#"));
        if ((whole && *whole == unknownText) || (count && *count == unknownText))
            return Value::unknown(type);
        if (!count)
            return Value::null(type);
        if (type.isMap())
            return map(path + ".", type);
        return type.isSet() ? set(path + ".", type, *count) : sequence(path + ".", type, *count);
    }

    Decoded primitive(const std::string& path, Type type) const {
        const std::string* const text = find(path);
        if (!text)
            return Value::null(type);
        if (*text == unknownText)
            return Value::unknown(type);
        const values::Outcome<Value> converted = values::convert(Value::string(*text), type);
        if (!converted)
            return Unexpected{fmt::format("invalid value for {} in state: {}", values::quoted(path),
                                          values::formatError(converted.error()))};
        return *converted;
    }

    /// Of a list or tuple.
    Decoded sequence(const std::string& prefix, Type type, const std::string& countText) const {
        std::size_t count = 0;
        const auto [end, error] = std::from_chars(countText.data(), countText.data() + countText.size(), count);
        if (error != std::errc() || end != countText.data() + countText.size() || count > mostElements)
            return Unexpected{
                fmt::format("invalid count value for {} in state: strconv.Atoi: parsing {}: invalid syntax",
                            values::quoted(prefix), values::quoted(countText))};
        if (type.isTuple() && count != type.tupleTypes().size())
            return Unexpected{fmt::format("wrong number of values for {} in state: got {}, but need {}",
                                          values::quoted(prefix), count, type.tupleTypes().size())};
        std::vector<Value> elements;
        for (std::size_t i = 0; i < count; ++i) {
            Decoded decoded =
                value(prefix + std::to_string(i), type.isTuple() ? type.tupleTypes()[i] : type.elementType());
            if (!decoded)
                return decoded;
            elements.push_back(*std::move(decoded));
        }
        return Value::sequence(type, std::move(elements));
    }

    Decoded map(const std::string& prefix, Type type) const {
        std::vector<std::pair<std::string, Value>> elements;
        for (auto it = m_attributes.lower_bound(prefix); it != m_attributes.end() && it->first.starts_with(prefix);
             ++it) {
            std::string key = it->first.substr(prefix.size());
            if (key == "%")
                continue;
            Decoded decoded = value(it->first, type.elementType()); // keys may contain dots
            if (!decoded)
                return decoded;
            elements.emplace_back(std::move(key), *std::move(decoded));
        }
        return Value::map(type, std::move(elements));
    }

    Decoded set(const std::string& prefix, Type type, const std::string& count) const {
        std::vector<Value> elements;
        std::string last;
        for (auto it = m_attributes.lower_bound(prefix); it != m_attributes.end() && it->first.starts_with(prefix);
             ++it) {
            std::string path = it->first.substr(0, it->first.find('.', prefix.size()));
            if (path == prefix + "#" || path == last)
                continue;
            Decoded decoded = value(path, type.elementType());
            if (!decoded)
                return decoded;
            elements.push_back(*std::move(decoded));
            last = std::move(path);
        }
        if (elements.empty() && count == "1") // one element without any value
            elements.push_back(empty(type.elementType()));
        return Value::sequence(type, std::move(elements));
    }

    static Value empty(Type type) {
        if (type.isMap())
            return Value::map(type, {});
        if (type.isList() || type.isSet())
            return Value::sequence(type, {});
        if (!type.isObject())
            return Value::null(type);
        std::vector<Value> attributes;
        for (const values::ObjectAttribute& attribute : type.attributes())
            attributes.push_back(Value::null(attribute.type));
        return Value::object(type, std::move(attributes));
    }

    const std::map<std::string, std::string>& m_attributes;
};

} // namespace

diags::Expected<Value, std::string> decodeFlatAttributes(const std::map<std::string, std::string>& attributes,
                                                         Type type) {
    return FlatAttributes(attributes).object({}, type);
}

} // namespace planlens::states
