// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands/unsupported_commands.h"

#include "app/cli/arguments.h"
#include "core/system/shell_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

/// Commands that need the reference, and why.
const std::map<std::string_view, std::string_view>& commandsOfReference() {
    static const std::map<std::string_view, std::string_view> all{
        {"init", "Planlens uses the modules and providers that OpenTofu installs. Run:"},
        {"get", "Planlens uses the modules that OpenTofu installs. Run:"},
        {"console", "Run:"},
        {"fmt", "Run:"},
        {"login", "Run:"},
        {"logout", "Run:"},
        {"metadata", "Run:"},
        {"test", "Run:"},
    };
    return all;
}

/// The commands of two words that start with this one.
std::string commandsOfFamily(std::string_view first) {
    std::string list;
    for (const std::string_view command : commands())
        if (command.starts_with(fmt::format("{} ", first)))
            list += fmt::format("\n    planlens-cli {}", command);
    return list;
}

} // namespace

std::optional<Diagnostic> unsupportedCommand(const std::vector<std::string>& words) {
    if (words.empty() || optionsOf(words[0]) || (words.size() > 1 && optionsOf(words[0] + " " + words[1])))
        return {};
    const std::string& first = words.front();
    if (first == "push")
        return Diagnostic::error("Command \"tofu push\" is no longer supported",
                                 "This command was used to push configuration to Terraform Enterprise legacy (v1), "
                                 "which has now reached end-of-life. To push configuration to a new cloud backend, use "
                                 "its REST API.");
    if (first == "env")
        return Diagnostic::error("The \"env\" family of commands is deprecated",
                                 fmt::format("\"Workspace\" is now the preferred term for what earlier versions called "
                                             "\"environment\". The commands that start with \"workspace\" are:{}",
                                             commandsOfFamily("workspace")));
    if (const auto reason = commandsOfReference().find(first); reason != commandsOfReference().end()) {
        std::string line = "tofu";
        for (const std::string& word : words)
            line += " " + system::shellWord(word);
        return Diagnostic::error(fmt::format("Planlens has no command \"{}\"", first),
                                 fmt::format("{}\n    {}", reason->second, line));
    }
    if (const std::string list = commandsOfFamily(first); !list.empty())
        return Diagnostic::error(
            fmt::format("Planlens has no command \"{}\"", words.size() > 1 ? first + " " + words[1] : first),
            fmt::format("The commands that start with \"{}\" are:{}", first, list));
    return {};
}

} // namespace planlens::cli
