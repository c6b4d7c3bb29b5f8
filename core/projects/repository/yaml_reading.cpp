// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/yaml_reading.h"

#include "core/values/text/scalar_text.h"

namespace planlens::projects::yaml {

using values::Value;

const Value* find(const Value& value, std::string_view name) {
    const Value* const found = isMap(value) ? value.find(name) : nullptr;
    return found && isUsable(*found) ? found : nullptr;
}

std::optional<std::string> textOf(const Value& value) {
    return isUsable(value) ? values::scalarText(value) : std::nullopt;
}

std::string text(const Value& value, std::string_view name) {
    const Value* const found = find(value, name);
    return found ? textOf(*found).value_or("") : std::string();
}

std::vector<std::string> texts(const Value* list) {
    std::vector<std::string> found;
    for (std::size_t i = 0; isSequence(list) && i < list->size(); ++i)
        if (std::optional<std::string> item = textOf(list->element(i)))
            found.push_back(*std::move(item));
    return found;
}

} // namespace planlens::projects::yaml
