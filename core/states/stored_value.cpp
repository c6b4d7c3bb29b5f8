// SPDX-License-Identifier: MPL-2.0
#include "core/states/stored_value.h"

#include "core/values/json/json.h"

namespace planlens::states {

namespace {

using values::Value;

/// Returns the path converted for a value of JSON-implied types, where maps are objects. Ends at the first step that
/// cannot be followed.
values::Path implied(const values::Path& path, const Value& value) {
    values::Path found;
    Value at = value;
    for (const values::PathStep& step : path) {
        if (at.isNull())
            return found;
        const auto* index = std::get_if<values::IndexStep>(&step);
        const bool isText = index && !index->key.isMarked() && index->key.isKnownNotNull() && index->key.isKnown() &&
                            index->key.type().isString();
        const values::PathStep taken =
            isText && at.type().isObject() ? values::PathStep(values::AttributeStep{index->key.asString()}) : step;
        values::Path one;
        one.push(taken);
        const values::Outcome<Value> next = values::applyPath(at, one);
        if (!next)
            return found;
        found.push(taken);
        at = *next;
    }
    return found;
}

/// Unwraps {"type", "value"} objects, the stored form of dynamic attributes.
Value withoutTypes(const values::Path&, const Value& value) {
    if (!value.isKnown() || value.isNull() || !value.type().isObject() || value.size() != 2)
        return value;
    const Value* const type = value.find("type");
    const Value* const content = value.find("value");
    if (!type || !content)
        return value;
    const values::Outcome<std::string> text = values::toJson(*type, type->type());
    return text && values::typeFromJson(*text) ? *content : value;
}

} // namespace

std::optional<Value> storedValue(const StoredObject& stored) {
    if (stored.attributesJson.empty()) {
        std::vector<std::pair<std::string, Value>> entries;
        for (const auto& [key, text] : stored.attributesFlat)
            entries.emplace_back(key, Value::string(text));
        return Value::map(values::Type::map(values::Type::string()), std::move(entries));
    }
    const values::Outcome<Value> read = values::fromSimpleJson(stored.attributesJson);
    if (!read)
        return std::nullopt;
    const Value value = values::transform(*read, withoutTypes);
    std::vector<values::PathMarks> marks;
    for (const auto* paths : {&stored.otherMarks, &stored.sensitivePaths})
        for (const values::PathMarks& at : *paths)
            marks.push_back({implied(at.path, value), at.marks});
    return value.withPathMarks(marks);
}

} // namespace planlens::states
