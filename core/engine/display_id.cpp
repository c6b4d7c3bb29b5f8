// SPDX-License-Identifier: MPL-2.0
#include "core/engine/display_id.h"

#include <optional>

namespace planlens::engine {

using values::Value;

namespace {

/// Returns the text of a value; std::nullopt if there is none or it must not be shown.
std::optional<std::string> shownText(const Value& value) {
    if (value.hasMark(values::Mark::sensitive()) || value.hasMark(values::Mark::ephemeral()))
        return {};
    const Value bare = value.unmarked();
    return bare.isKnown() && !bare.isNull() && bare.type().isString() ? std::optional(bare.asString()) : std::nullopt;
}

std::optional<Value> stringAttribute(const Value& object, const char* name) {
    const bool isThere = object.type().hasAttribute(name) && object.type().attributeType(name).isString();
    return isThere ? std::optional(object.attribute(name)) : std::nullopt;
}

bool hasAttributes(const Value& object) {
    return !object.isNull() && object.isKnown() && object.type().isObject();
}

} // namespace

std::pair<std::string, std::string> displayId(const Value& object) {
    if (!hasAttributes(object))
        return {};
    for (const char* name : {"id", "name"}) {
        const std::optional<Value> value = stringAttribute(object.unmarked(), name);
        if (!value)
            continue;
        const std::optional<std::string> text = shownText(*value);
        return text ? std::pair<std::string, std::string>(name, *text) : std::pair<std::string, std::string>();
    }
    return {};
}

std::pair<std::string, std::string> displayIdOrName(const Value& object) {
    if (std::pair<std::string, std::string> id = displayId(object); !id.first.empty() || !hasAttributes(object))
        return id;
    const Value bare = object.unmarked();
    if (const std::optional<Value> name = stringAttribute(bare, "name")) {
        const std::optional<std::string> text = shownText(*name);
        return text ? std::pair<std::string, std::string>("name", *text) : std::pair<std::string, std::string>();
    }
    if (!bare.type().hasAttribute("tags") || !bare.type().attributeType("tags").isMap() ||
        !bare.type().attributeType("tags").elementType().isString())
        return {};
    const Value tags = bare.attribute("tags");
    if (tags.isNull() || !tags.isWhollyKnown() || tags.isMarked())
        return {};
    for (const char* name : {"name", "Name"})
        for (std::size_t i = 0; i < tags.size(); ++i)
            if (tags.key(i) == name) {
                const std::optional<std::string> text = shownText(tags.element(i));
                return text ? std::pair<std::string, std::string>(std::string("tags.") + name, *text)
                            : std::pair<std::string, std::string>();
            }
    return {};
}

} // namespace planlens::engine
