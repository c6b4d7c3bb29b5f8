// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions/definition.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::lang {

/// A formatting verb such as `%-8.2f` or `%[2]s`.
struct FormatVerb {
    std::string_view raw;
    std::size_t offset = 0;
    std::size_t argument = 1; // counted from 1
    char mode = 0;
    bool zero = false;
    bool sharp = false;
    bool plus = false;
    bool minus = false;
    bool space = false;
    std::optional<std::size_t> width = {};
    std::optional<std::size_t> precision = {};
};

/// Formats an argument with a verb.
hcl::FunctionOutcome<std::string> formatArgument(const FormatVerb& verb, const Value& argument);
/// Formats a number in one of the integer or floating-point notations.
std::string formatInteger(const FormatVerb& verb, const Number& number);
std::string formatFloat(const FormatVerb& verb, const Number& number);

} // namespace planlens::lang
