// SPDX-License-Identifier: MPL-2.0
#include "core/values/marks.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>

namespace planlens::values {
namespace {

/// Names exist for the lifetime of the process: a mark is a pointer to one.
const std::string* intern(std::string_view name) {
    static auto* const mutex = new std::mutex;
    static auto* const names = new std::set<std::string, std::less<>>;
    const std::lock_guard lock(*mutex);
    auto found = names->find(name);
    if (found == names->end())
        found = names->emplace(name).first;
    return &*found;
}

} // namespace

Mark::Mark(std::string_view name)
    : m_name(intern(name)) {}

Mark Mark::sensitive() {
    static const Mark mark("Sensitive");
    return mark;
}

Mark Mark::ephemeral() {
    static const Mark mark("Ephemeral");
    return mark;
}

void MarkSet::insert(Mark mark) {
    const auto place = std::lower_bound(m_marks.begin(), m_marks.end(), mark);
    if (place == m_marks.end() || *place != mark)
        m_marks.insert(place, mark);
}

void MarkSet::insert(const MarkSet& other) {
    for (const Mark mark : other.m_marks)
        insert(mark);
}

void MarkSet::erase(Mark mark) {
    std::erase(m_marks, mark);
}

bool MarkSet::contains(Mark mark) const {
    return std::find(m_marks.begin(), m_marks.end(), mark) != m_marks.end();
}

} // namespace planlens::values
