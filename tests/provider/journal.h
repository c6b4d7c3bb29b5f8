// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/json_value.h"

#include <filesystem>

namespace planlens::testing {

/// The record of calls: one JSON object per line, appended with a single write, so that several processes can share a
/// file. Thread-safe.
class Journal {
public:
    /// Records nothing if the path is empty.
    explicit Journal(std::filesystem::path path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    /// Adds "time" and "pid".
    void append(Json line) const;

private:
    int m_file = -1;
};

} // namespace planlens::testing
