// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::risk {

/// Which values of an object a rule looks at: `a.b.[].c|d`. Names of attributes and keys; `[]` is each element, or the
/// value itself where it is no list; `**` is everything inside, the value itself included; `@json` is what a text says
/// as JSON; `|` stands between several such paths, each of them whole.
class AttributePath {
public:
    /// Nothing where it is empty or a step is.
    static std::optional<AttributePath> parse(std::string_view text);

    /// Known values that are there and not null; without marks.
    std::vector<values::Value> in(const values::Value& object) const;

private:
    std::vector<std::vector<std::string>> m_ways;
};

/// Whether a text is like a pattern with `*` for any characters, `?` for one, and `\` before what stands for itself.
bool isLike(std::string_view text, std::string_view pattern);

} // namespace planlens::risk
