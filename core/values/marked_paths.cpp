// SPDX-License-Identifier: MPL-2.0
#include "core/values/marked_paths.h"

#include <algorithm>

namespace planlens::values {

namespace {

bool leadsTo(const PathStep& step, const Value& whole, std::size_t part) {
    if (const auto* attribute = std::get_if<AttributeStep>(&step))
        return whole.type().isObject() && attribute->name == whole.key(part);
    const Value& key = std::get<IndexStep>(step).key;
    if (whole.type().isObject())
        return false;
    if (whole.type().isSet())
        return key.unmarkedDeep() == whole.element(part).unmarkedDeep();
    return key ==
           (whole.type().isMap() ? Value::string(whole.key(part)) : Value::number(static_cast<std::int64_t>(part)));
}

} // namespace

MarkedPaths::MarkedPaths(std::span<const PathMarks> paths) {
    for (const PathMarks& entry : paths)
        m_rests.emplace_back(entry.path.begin(), entry.path.end());
}

bool MarkedPaths::endHere() const {
    return std::any_of(m_rests.begin(), m_rests.end(), [](const auto& rest) { return rest.empty(); });
}

MarkedPaths MarkedPaths::below(const Value& whole, std::size_t part) const {
    MarkedPaths result;
    for (const auto& rest : m_rests)
        if (!rest.empty() && leadsTo(rest.front(), whole, part))
            result.m_rests.push_back(rest.subspan(1));
    return result;
}

} // namespace planlens::values
