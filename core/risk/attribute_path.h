// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::risk {

/// A selection of values within an object: `a.b.[].c|d`. Steps are names of attributes and keys; `[]` selects each
/// element, or the value itself if it is not a collection; `**` selects the value and everything in it; `@json` parses
/// a string as JSON. `|` separates alternative paths, each of them complete.
class AttributePath {
public:
    /// Returns std::nullopt if the text or one of its steps is empty.
    static std::optional<AttributePath> parse(std::string_view text);

    struct Selection {
        std::vector<values::Value> values; // known and not null, without marks
        bool isComplete = true;            // false if a value on the path is unknown
    };
    Selection select(const values::Value& object) const;
    /// Selects by one of the alternative paths only.
    Selection select(const values::Value& object, std::size_t alternative) const;
    std::size_t alternatives() const { return m_ways.size(); }
    std::vector<values::Value> in(const values::Value& object) const { return select(object).values; }

private:
    std::vector<std::vector<std::string>> m_ways;
};

/// Whether a text matches a pattern: `*` matches any characters, `?` one character, and `\` escapes the next one.
bool isLike(std::string_view text, std::string_view pattern);

} // namespace planlens::risk
