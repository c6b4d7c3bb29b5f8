// SPDX-License-Identifier: MPL-2.0
#include "core/diff/path_matcher.h"

#include <algorithm>

namespace planlens::diff {

using values::Value;

namespace {

const Value* keyOf(const values::PathStep& step) {
    const auto* index = std::get_if<values::IndexStep>(&step);
    return index && index->key.isKnown() && !index->key.isNull() && !index->key.isMarked() ? &index->key : nullptr;
}

bool isMember(const values::PathStep& step, std::string_view name) {
    if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
        return attribute->name == name;
    const Value* key = keyOf(step);
    return key && key->type().isString() && key->asString() == name;
}

/// Numbers in string form are accepted.
bool isElement(const values::PathStep& step, std::size_t index) {
    std::optional<values::Number> number;
    if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
        number = values::Number::parse(attribute->name);
    else if (const Value* key = keyOf(step); key && key->type().isNumber())
        number = key->asNumber();
    else if (key && key->type().isString())
        number = values::Number::parse(key->asString());
    return number && number->truncated() == values::Number(static_cast<std::int64_t>(index));
}

} // namespace

bool PathMatcher::matches() const {
    return m_all || std::any_of(m_rests.begin(), m_rests.end(),
                                [](const Rest& rest) { return rest.position == rest.path->size(); });
}

template <typename Accepts>
PathMatcher PathMatcher::child(Accepts accepts) const {
    if (m_all)
        return *this;
    PathMatcher result(m_below);
    for (const Rest& rest : m_rests) {
        if (rest.position == rest.path->size()) {
            if (m_below == Below::Kept)
                result.m_rests.push_back(rest);
        } else if (accepts((*rest.path)[rest.position])) {
            result.m_rests.push_back({rest.path, rest.position + 1});
        }
    }
    return result;
}

PathMatcher PathMatcher::member(std::string_view name) const {
    return child([&](const values::PathStep& step) { return isMember(step, name); });
}

PathMatcher PathMatcher::element(std::size_t index) const {
    return child([&](const values::PathStep& step) { return isElement(step, index); });
}

} // namespace planlens::diff
