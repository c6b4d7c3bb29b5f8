// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace planlens::lang {

enum class DataFormat { Json, Yaml, Csv };

/// The lines of the values in a text with data.
class DataLines {
public:
    /// Texts that cannot be read, or that have too many values, have no lines.
    DataLines(const std::string& text, DataFormat format);

    /// Returns the line of the value at a path of the decoded text, counted from 1: of its key, or of the element. If
    /// there is no such value, that of the innermost one that contains it. std::nullopt: unknown.
    std::optional<std::uint32_t> find(const values::Path& path) const;

private:
    std::unordered_map<std::string, std::uint32_t> m_lines; // by the keys of a path, each after a separator
};

} // namespace planlens::lang
