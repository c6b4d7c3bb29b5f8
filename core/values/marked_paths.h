// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"
#include "core/values/value.h"

#include <span>
#include <vector>

namespace planlens::values {

/// The parts of marked paths below a position, for recursive traversal of a value. A mark on an
/// element applies to its whole set, whereas paths can lead into single elements of sets. Refers to
/// the paths from which it was created.
class MarkedPaths {
public:
    explicit MarkedPaths(std::span<const PathMarks> paths);
    /// Whether a path ends at this position.
    bool endHere() const;
    bool isEmpty() const { return m_rests.empty(); }
    /// Returns the paths that continue into the element with this index of an unmarked, known value.
    MarkedPaths below(const Value& whole, std::size_t part) const;

private:
    MarkedPaths() = default;
    std::vector<std::span<const PathStep>> m_rests;
};

} // namespace planlens::values
