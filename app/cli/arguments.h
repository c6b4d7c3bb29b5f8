// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::cli {

/// An option of a command. The name has no leading dash.
struct OptionSpec {
    enum class Takes { Flag, Value };
    std::string_view name;
    Takes takes = Takes::Flag;
};

/// The options of a command; nullptr for an unknown command.
const std::vector<OptionSpec>* optionsOf(std::string_view command);
std::vector<std::string_view> commands();

/// The parsed command line, in the given order.
struct Arguments {
    std::vector<std::pair<std::string, std::string>> options; // name and value; "true" for a bare flag
    std::vector<std::string> positional;
    diags::Diagnostics problems; // parse errors, for commands that report them together with others

    bool has(std::string_view name) const;
    /// The last given value; "true" for a bare flag.
    std::optional<std::string> value(std::string_view name) const;
    bool flag(std::string_view name, bool otherwise) const;
    std::vector<std::string> values(std::string_view name) const;
};

/// Parses the words after a command. Unknown options, missing values and unsupported options are errors that name the
/// option.
diags::Result<Arguments> parseArguments(std::string_view command, const std::vector<std::string>& words);

/// Reads a whole number greater than zero; nullopt for other texts and larger numbers than the type has.
template <std::unsigned_integral Number>
std::optional<Number> positiveNumber(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && number > 0 ? std::optional(number) : std::nullopt;
}

} // namespace planlens::cli
