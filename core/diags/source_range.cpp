// SPDX-License-Identifier: MPL-2.0
#include "core/diags/source_range.h"

#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_set>

namespace planlens::diags {
namespace {

struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
};

const std::string* intern(std::string_view name) {
    static auto* const mutex = new std::shared_mutex;
    static auto* const names = new std::unordered_set<std::string, NameHash, std::equal_to<>>;
    {
        const std::shared_lock lock(*mutex);
        if (const auto found = names->find(name); found != names->end())
            return &*found;
    }
    const std::unique_lock lock(*mutex);
    return &*names->emplace(name).first;
}

std::string text(const SourcePos& pos) {
    return std::to_string(pos.line) + "," + std::to_string(pos.column);
}

} // namespace

InternedName::InternedName() {
    static const std::string* const none = intern({});
    m_name = none;
}

InternedName::InternedName(std::string_view name)
    : m_name(intern(name)) {}

std::string SourceRange::toString() const {
    const std::string last = start.line == end.line ? std::to_string(end.column) : text(end);
    return filename.str() + ":" + text(start) + "-" + last;
}

} // namespace planlens::diags
