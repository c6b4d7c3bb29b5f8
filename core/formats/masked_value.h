// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Values as plan JSON has them: what is known as JSON, and beside it masks that say what is unknown and what is
/// sensitive.
namespace planlens::formats {

/// What a mask says of a value: all of it, or parts. What it says nothing of is left out.
struct Mask {
    bool all = false;
    std::vector<std::pair<std::string, Mask>> members; // of objects, by name
    std::vector<Mask> elements;                        // of arrays

    bool isEmpty() const { return !all && members.empty() && elements.empty(); }
    const Mask* member(std::string_view name) const;
    const Mask* element(std::size_t i) const;
};

/// Reads `true`, `false` or containers of them. Empty text is an empty mask.
values::Outcome<Mask> readMask(std::string_view json);

/// A value by the types that JSON implies: objects and tuples. Unknown parts are of the dynamic type. Empty text is
/// null, or whatever the mask says is unknown. Deep nesting is an error.
values::Outcome<values::Value> readMaskedValue(std::string_view json, const Mask& unknown, const Mask& sensitive);

} // namespace planlens::formats
