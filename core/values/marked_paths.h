// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"
#include "core/values/value.h"

#include <span>
#include <vector>

namespace planlens::values {

/// What is left of marked paths below a place, for walks that go down into a value. Unlike marks on the value itself,
/// which the whole set takes over from its elements, paths lead into single elements of sets. Refers to the paths it
/// was made from.
class MarkedPaths {
public:
    explicit MarkedPaths(std::span<const PathMarks> paths);
    /// Whether a path ends at this place.
    bool endHere() const;
    bool isEmpty() const { return m_rests.empty(); }
    /// The paths that go on into the part with this number of an unmarked, known value.
    MarkedPaths below(const Value& whole, std::size_t part) const;

private:
    MarkedPaths() = default;
    std::vector<std::span<const PathStep>> m_rests;
};

} // namespace planlens::values
