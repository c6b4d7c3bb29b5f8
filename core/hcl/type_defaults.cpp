// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/type_expression.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"

namespace planlens::hcl {
namespace {

using values::Type;
using values::Value;
using Entries = std::vector<std::pair<std::string, Value>>;

/// Returns the values converted to a common type, or nothing if there is none.
std::optional<std::vector<Value>> unified(const std::vector<Value>& elements) {
    std::vector<Type> types;
    types.reserve(elements.size());
    for (const Value& element : elements)
        types.push_back(element.type());
    const auto common = values::unify(types, values::Safety::UnsafeAllowed);
    if (!common)
        return std::nullopt;
    std::vector<Value> result;
    result.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        auto converted = values::convertUnified(*common, i, elements[i]);
        if (!converted)
            return std::nullopt;
        result.push_back(*std::move(converted));
    }
    return result;
}

std::vector<Value> valuesOf(const Entries& entries) {
    std::vector<Value> result;
    result.reserve(entries.size());
    for (const auto& entry : entries)
        result.push_back(entry.second);
    return result;
}

Value knownNotNull(const Value& value) {
    return value.isKnown() ? value : values::refineNotNull(value.unmarked()).withMarks(value.marks());
}

} // namespace

const TypeDefaults* TypeDefaults::child(const std::string& name) const {
    const auto found = children.find(name);
    return found == children.end() ? nullptr : found->second.get();
}

Value TypeDefaults::applyToSequence(const Value& value) const {
    const Type is = value.type();
    std::vector<Value> elements;
    elements.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        const TypeDefaults* defaults = child(type.isTuple() ? std::to_string(i) : std::string());
        elements.push_back(defaults ? defaults->apply(value.element(i)) : value.element(i));
    }
    if (!is.isTuple()) {
        if (elements.empty())
            return value;
        if (auto alike = unified(elements))
            return is.isSet() ? Value::set(*std::move(alike)) : Value::list(*std::move(alike));
    }
    return Value::tuple(std::move(elements));
}

Value TypeDefaults::applyToMapping(const Value& value) const {
    std::map<std::string, Value> attributes;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const TypeDefaults* defaults = child(type.isObject() ? value.key(i) : std::string());
        attributes.emplace(value.key(i), defaults ? defaults->apply(value.element(i)) : value.element(i));
    }
    for (const auto& [name, fallback] : values) {
        const auto [at, isMissing] = attributes.try_emplace(name);
        if (isMissing || at->second.isNull()) {
            const auto inner = children.find(name);
            at->second = inner == children.end() ? fallback : inner->second->apply(fallback);
            if (inner != children.end())
                continue;
        }
        if (fallback.isKnownNotNull() && !at->second.type().isDynamic())
            at->second = knownNotNull(at->second);
    }
    Entries entries(attributes.begin(), attributes.end());
    if (value.type().isMap()) {
        if (entries.empty())
            return value;
        if (auto alike = unified(valuesOf(entries))) {
            for (std::size_t i = 0; i < entries.size(); ++i)
                entries[i].second = std::move((*alike)[i]);
            return Value::map(std::move(entries));
        }
    }
    return Value::object(std::move(entries));
}

Value TypeDefaults::apply(const Value& value) const {
    if (!value.isKnown() || value.isNull() || (values.empty() && children.empty()))
        return value;
    const Value inner = value.unmarked();
    const Type is = inner.type();
    if (is.isSet() || is.isList() || is.isTuple())
        return applyToSequence(inner).withMarks(value.marks());
    if (is.isMapping())
        return applyToMapping(inner).withMarks(value.marks());
    return value;
}

} // namespace planlens::hcl
