// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::cli {

/// An option of a command, by its name without the dash.
struct OptionSpec {
    enum class Takes { Flag, Value };
    enum class Support { Yes, NotYet };
    std::string_view name;
    Takes takes = Takes::Flag;
    Support support = Support::Yes;
};

/// The options that a command knows; nothing for an unknown command.
const std::vector<OptionSpec>* optionsOf(std::string_view command);
std::vector<std::string_view> commands();

/// What stood on the command line, in the order given.
struct Arguments {
    std::vector<std::pair<std::string, std::string>> options; // name and value; "true" for a bare flag
    std::vector<std::string> positional;
    diags::Diagnostics problems; // of parsing, for commands that report them with their own

    bool has(std::string_view name) const;
    /// The last value given; a flag given without one is "true".
    std::optional<std::string> value(std::string_view name) const;
    bool flag(std::string_view name, bool otherwise) const;
    std::vector<std::string> values(std::string_view name) const;
};

/// Splits the words after a command. Unknown options, missing values and what is not supported yet are errors that name
/// the option.
diags::Result<Arguments> parseArguments(std::string_view command, const std::vector<std::string>& words);

/// Words of a TF_CLI_ARGS variable, as a shell would split them.
std::vector<std::string> splitWords(std::string_view text);

} // namespace planlens::cli
