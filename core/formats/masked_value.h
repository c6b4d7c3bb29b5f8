// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Values in plan JSON: the known parts as JSON, with masks for unknown and sensitive
/// parts.
namespace planlens::formats {

/// The mask of a value: all of it, or some parts. Other parts are left out.
struct Mask {
    bool all = false;
    std::vector<std::pair<std::string, Mask>> members; // of objects, by name
    std::vector<Mask> elements;                        // of arrays

    bool isEmpty() const { return !all && members.empty() && elements.empty(); }
    const Mask* member(std::string_view name) const;
    const Mask* element(std::size_t i) const;
};

/// Parses `true`, `false` or a container of these. Empty text is an empty mask.
values::Outcome<Mask> readMask(std::string_view json);

/// Parses a value with the types implied by JSON: objects and tuples. Unknown parts have the dynamic type. Empty text
/// is null, or unknown according to the mask. Values that are nested too deeply are an error.
values::Outcome<values::Value> readMaskedValue(std::string_view json, const Mask& unknown, const Mask& sensitive);

} // namespace planlens::formats
