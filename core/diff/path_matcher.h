// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <span>
#include <vector>

namespace planlens::diff {

/// The paths of a list that start with the current path, followed step by step from the root. Does not own the paths.
class PathMatcher {
public:
    /// Whether a path that ends above the current one is dropped or still matches.
    enum class Below { Left, Kept };

    /// Matches everything.
    static PathMatcher all() {
        PathMatcher matcher;
        matcher.m_all = true;
        return matcher;
    }
    PathMatcher() = default;
    explicit PathMatcher(Below below)
        : m_below(below) {}
    void add(const values::Path& path) { m_rests.push_back({&path, 0}); }

    /// Whether a path ends here.
    bool matches() const;
    /// Whether a path ends here or continues below.
    bool matchesPartly() const { return m_all || !m_rests.empty(); }
    PathMatcher member(std::string_view name) const;
    PathMatcher element(std::size_t index) const;

private:
    struct Rest {
        const values::Path* path;
        std::size_t position;
    };
    template <typename Accepts>
    PathMatcher child(Accepts accepts) const;

    bool m_all = false;
    Below m_below = Below::Left;
    std::vector<Rest> m_rests;
};

} // namespace planlens::diff
