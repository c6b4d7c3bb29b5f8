// SPDX-License-Identifier: MPL-2.0
#include "core/values/path.h"

#include "core/values/nodes.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <array>

namespace planlens::values {
namespace {

using Step = Outcome<Value>;

Step failed(const char* message) {
    return diags::Unexpected<PathError>{{{}, message}};
}
Step failed(std::string message) {
    return diags::Unexpected<PathError>{{{}, std::move(message)}};
}

Step applyAttribute(const Value& value, const std::string& name) {
    if (value.isNull())
        return failed("cannot access attributes on a null value");
    if (!value.type().isObject())
        return failed("not an object type");
    if (!value.type().hasAttribute(name))
        return failed("object has no attribute " + quoted(name));
    return value.attribute(name);
}

Step applyIndex(const Value& value, const Value& key) {
    if (value.isNull())
        return failed("cannot index a null value");
    const Type type = value.type();
    if (type.isSet()) {
        const Value present = hasElement(value, key);
        const Value bare = present.unmarked();
        if (!bare.isKnown())
            return Value::unknown(type.elementType()).withMarks(present.marks());
        if (!bare.asBool())
            return failed("set does not contain the requested element");
        return key.withMarks(present.marks());
    }
    if (key.type().isNumber()) {
        if (!type.isList() && !type.isTuple())
            return failed("not a list type");
    } else if (key.type().isString()) {
        if (!type.isMap())
            return failed("not a map type");
    } else {
        return failed("key value not number or string");
    }
    const Value has = hasIndex(value, key).unmarked();
    if (!has.isKnown())
        return Value::unknown(type.isTuple() ? Type::dynamic() : type.elementType());
    if (!has.asBool())
        return failed("value does not have given index key");
    return index(value, key);
}

void walkInside(Path& path, const Value& value, const std::function<bool(const Path&, const Value&)>& visit) {
    if (!visit(path, value) || value.isNull() || !value.isKnown() || value.type().isPrimitive())
        return;
    const Type type = value.type();
    const auto inside = [&](PathStep step, const Value& element) {
        path.push(std::move(step));
        walkInside(path, element, visit);
        path.pop();
    };
    if (type.isMap()) {
        for (const auto& [key, element] : ValueAccess::entries(value))
            inside(IndexStep{Value::string(key)}, element);
        return;
    }
    const auto elements = ValueAccess::elements(value);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (type.isObject())
            inside(AttributeStep{type.attributes()[i].name}, elements[i]);
        else
            inside(IndexStep{type.isSet() ? elements[i] : Value::number(static_cast<std::int64_t>(i))}, elements[i]);
    }
}

Value transformInside(Path& path, const Value& value, const std::function<Value(const Path&, const Value&)>& change) {
    if (value.isNull() || !value.isKnown() || value.type().isPrimitive())
        return change(path, value);
    const Type type = value.type();
    const auto inside = [&](PathStep step, const Value& element) {
        path.push(std::move(step));
        Value result = transformInside(path, element, change);
        path.pop();
        return result;
    };
    if (type.isMap()) {
        std::vector<detail::MapEntry> entries;
        for (const auto& [key, element] : ValueAccess::entries(value))
            entries.emplace_back(key, inside(IndexStep{Value::string(key)}, element));
        if (entries.empty())
            return change(path, value);
        return change(path, Value::map(std::move(entries)).withMarks(value.marks()));
    }
    const auto elements = ValueAccess::elements(value);
    if (elements.empty())
        return change(path, value);
    if (type.isObject()) {
        std::vector<Value> attributes;
        for (std::size_t i = 0; i < elements.size(); ++i)
            attributes.push_back(inside(AttributeStep{type.attributes()[i].name}, elements[i]));
        const bool same = std::ranges::equal(attributes, type.attributes(), {}, &Value::type, &ObjectAttribute::type);
        if (same)
            return change(path, Value::object(type, std::move(attributes)).withMarks(value.marks()));
        std::vector<detail::MapEntry> named;
        for (std::size_t i = 0; i < attributes.size(); ++i)
            named.emplace_back(type.attributes()[i].name, std::move(attributes[i]));
        return change(path, Value::object(std::move(named)).withMarks(value.marks()));
    }
    std::vector<Value> changed;
    for (std::size_t i = 0; i < elements.size(); ++i)
        changed.push_back(
            inside(IndexStep{type.isSet() ? elements[i] : Value::number(static_cast<std::int64_t>(i))}, elements[i]));
    Value result = type.isTuple()  ? Value::tuple(std::move(changed))
                   : type.isList() ? Value::list(std::move(changed))
                                   : Value::set(std::move(changed));
    return change(path, result.withMarks(value.marks()));
}

// CRC-64-ISO, bits reflected.
constexpr std::array<std::uint64_t, 256> crcTable = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        std::uint64_t crc = i;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? crc >> 1 ^ 0xD800000000000000ULL : crc >> 1;
        table[i] = crc;
    }
    return table;
}();

std::int64_t pathSetHash(const Path& path) {
    std::uint64_t crc = ~0ULL;
    const auto add = [&crc](std::string_view text) {
        for (const char c : text)
            crc = crcTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ crc >> 8;
    };
    for (const PathStep& step : path) {
        const auto* attribute = std::get_if<AttributeStep>(&step);
        add(attribute ? std::string_view(attribute->name) : "#");
    }
    return static_cast<std::int64_t>(~crc);
}

std::string keyText(const Value& key) {
    const Value bare = key.unmarked();
    if (bare.isNull())
        return "null";
    if (!bare.isKnown())
        return "(not yet known)";
    if (bare.type().isNumber())
        return bare.asNumber().toGeneralString();
    return bare.type().isString() ? quoted(bare.asString()) : "...";
}

} // namespace

Path Path::attribute(std::string_view name) const {
    Path result;
    result.m_steps.reserve(m_steps.size() + 1);
    result.m_steps = m_steps;
    result.m_steps.emplace_back(AttributeStep{std::string(name)});
    return result;
}

Path Path::index(Value key) const {
    Path result;
    result.m_steps.reserve(m_steps.size() + 1);
    result.m_steps = m_steps;
    result.m_steps.emplace_back(IndexStep{std::move(key)});
    return result;
}

bool Path::hasPrefix(const Path& prefix) const {
    return prefix.size() <= size() && std::equal(prefix.begin(), prefix.end(), begin());
}

Path Path::prefix(std::size_t length) const {
    return Path(std::vector<PathStep>(m_steps.begin(), m_steps.begin() + static_cast<std::ptrdiff_t>(length)));
}

std::string Path::toString() const {
    std::string out;
    for (const PathStep& step : m_steps) {
        if (const auto* attribute = std::get_if<AttributeStep>(&step))
            out += "." + attribute->name;
        else
            out += "[" + keyText(std::get<IndexStep>(step).key) + "]";
    }
    return out;
}

std::size_t Path::hash() const {
    std::size_t result = m_steps.size();
    for (const PathStep& step : m_steps) {
        const auto* attribute = std::get_if<AttributeStep>(&step);
        const std::size_t part =
            attribute ? std::hash<std::string>{}(attribute->name) : std::get<IndexStep>(step).key.hash() + 1;
        result = (result ^ (part + 0x9e3779b97f4a7c15ULL + (result << 6) + (result >> 2))) * 0xff51afd7ed558ccdULL;
    }
    return result;
}

Outcome<Value> applyPath(const Value& value, const Path& path) {
    Value current = value;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto* attribute = std::get_if<AttributeStep>(&path[i]);
        Step step = attribute ? applyAttribute(current, attribute->name)
                              : applyIndex(current, std::get<IndexStep>(path[i]).key);
        if (!step)
            return failed("at step " + std::to_string(i) + ": " + step.error().message);
        current = *std::move(step);
    }
    return current;
}

void walk(const Value& value, const std::function<bool(const Path&, const Value&)>& visit) {
    Path path;
    walkInside(path, value, visit);
}

Value transform(const Value& value, const std::function<Value(const Path&, const Value&)>& change) {
    Path path;
    return transformInside(path, value, change);
}

void sortLikePathSet(std::vector<Path>& paths) {
    std::stable_sort(paths.begin(), paths.end(),
                     [](const Path& a, const Path& b) { return pathSetHash(a) < pathSetHash(b); });
}

} // namespace planlens::values
