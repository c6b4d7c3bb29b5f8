// SPDX-License-Identifier: MPL-2.0
#include "core/risk/attribute_path.h"

#include "core/values/json/json.h"

namespace planlens::risk {

using values::Value;

namespace {

bool isList(const Value& value) {
    return value.type().isSequence();
}
bool isKeyed(const Value& value) {
    return value.type().isMapping();
}

void collect(const Value& given, const std::vector<std::string>& steps, std::size_t at,
             AttributePath::Selection& found) {
    const Value value = given.unmarked();
    if (!value.isKnown())
        found.isComplete = false;
    if (value.isNull() || !value.isKnown())
        return;
    if (at == steps.size()) {
        found.values.push_back(value);
        return;
    }
    const std::string& step = steps[at];
    if (step == "[]") {
        if (!isList(value))
            return collect(value, steps, at + 1, found);
        for (std::size_t i = 0; i < value.size(); ++i)
            collect(value.element(i), steps, at + 1, found);
    } else if (step == "**") {
        collect(value, steps, at + 1, found);
        if (isList(value) || isKeyed(value))
            for (std::size_t i = 0; i < value.size(); ++i)
                collect(value.element(i), steps, at, found);
    } else if (step == "@json") {
        if (value.type().isString())
            if (const auto parsed = values::fromSimpleJson(value.asString()))
                collect(*parsed, steps, at + 1, found);
    } else if (isKeyed(value)) {
        if (const Value* member = value.find(step))
            collect(*member, steps, at + 1, found);
    }
}

} // namespace

std::optional<AttributePath> AttributePath::parse(std::string_view text) {
    AttributePath path;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find('|', start), text.size());
        std::vector<std::string>& steps = path.m_ways.emplace_back();
        for (std::size_t step = start; step <= end;) {
            const std::size_t stop = std::min(text.find('.', step), end);
            if (stop == step)
                return {};
            steps.emplace_back(text.substr(step, stop - step));
            step = stop + 1;
        }
        start = end + 1;
    }
    return path;
}

AttributePath::Selection AttributePath::select(const Value& object) const {
    Selection found;
    for (const std::vector<std::string>& steps : m_ways)
        collect(object, steps, 0, found);
    return found;
}

AttributePath::Selection AttributePath::select(const Value& object, std::size_t alternative) const {
    Selection found;
    collect(object, m_ways[alternative], 0, found);
    return found;
}

bool isLike(std::string_view text, std::string_view pattern) {
    std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        const bool isPlain = p + 1 < pattern.size() && pattern[p] == '\\';
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() &&
                   (isPlain ? pattern[p + 1] == text[t] : pattern[p] == '?' || pattern[p] == text[t])) {
            p += isPlain ? 2 : 1;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

} // namespace planlens::risk
