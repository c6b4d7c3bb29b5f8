// SPDX-License-Identifier: MPL-2.0
#include "app/cli/arguments.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::cli {

namespace {

using Takes = OptionSpec::Takes;

std::vector<OptionSpec> with(std::vector<OptionSpec> options, std::initializer_list<OptionSpec> more) {
    options.insert(options.end(), more);
    return options;
}

using Options = std::vector<OptionSpec>;

Options everywhere() {
    return {{"no-color"}, {"help"}};
}
Options withVariables() {
    return with(everywhere(), {{"var", Takes::Value}, {"var-file", Takes::Value}});
}

Options ofPlanning() {
    return with(withVariables(), {{"destroy"},
                                  {"refresh-only"},
                                  {"refresh"},
                                  {"replace", Takes::Value},
                                  {"target", Takes::Value},
                                  {"target-file", Takes::Value},
                                  {"exclude", Takes::Value},
                                  {"exclude-file", Takes::Value},
                                  {"input"},
                                  {"lock"},
                                  {"lock-timeout", Takes::Value},
                                  {"concise"},
                                  {"parallelism", Takes::Value},
                                  {"state", Takes::Value},
                                  {"show-sensitive"},
                                  {"tool", Takes::Value},
                                  {"json"},
                                  {"compact-warnings"},
                                  {"consolidate-warnings"},
                                  {"consolidate-errors"},
                                  {"deprecation", Takes::Value}});
}

/// Which projects of a repository a command is about.
Options ofSelecting() {
    return with(everywhere(), {{"changed-since", Takes::Value}, {"project", Takes::Value}});
}

Options ofApplying() {
    return with(ofPlanning(), {{"auto-approve"},
                               {"backup", Takes::Value},
                               {"json-into", Takes::Value},
                               {"state-out", Takes::Value},
                               {"suppress-forget-errors"}});
}

/// The options of commands that lock a state, whatever it is for.
Options ofLocking() {
    return with(withVariables(), {{"ignore-remote-version"},
                                  {"lock"},
                                  {"lock-timeout", Takes::Value},
                                  {"tool", Takes::Value},
                                  {"json"},
                                  {"json-into", Takes::Value}});
}

using Table = std::map<std::string_view, Options>;

/// The commands that change a state without a plan.
Table ofStates() {
    const Options ofTainting = with(ofLocking(), {{"allow-missing"},
                                                  {"backup", Takes::Value},
                                                  {"state", Takes::Value},
                                                  {"state-out", Takes::Value}}),
                  ofWorkspaces = with(withVariables(), {{"tool", Takes::Value}, {"json"}, {"json-into", Takes::Value}});
    return {
        {"import", with(ofLocking(), {{"backup", Takes::Value},
                                      {"config", Takes::Value},
                                      {"input"},
                                      {"parallelism", Takes::Value},
                                      {"state", Takes::Value},
                                      {"state-out", Takes::Value}})},
        {"refresh",
         with(ofPlanning(), {{"backup", Takes::Value}, {"json-into", Takes::Value}, {"state-out", Takes::Value}})},
        {"state mv", with(ofLocking(), {{"backup", Takes::Value},
                                        {"backup-out", Takes::Value},
                                        {"dry-run"},
                                        {"state", Takes::Value},
                                        {"state-out", Takes::Value}})},
        {"state replace-provider",
         with(ofLocking(), {{"auto-approve"}, {"backup", Takes::Value}, {"state", Takes::Value}})},
        {"state pull", with(withVariables(), {{"tool", Takes::Value}})},
        {"state push", with(ofLocking(), {{"force"}})},
        {"state rm", with(ofLocking(), {{"backup", Takes::Value}, {"dry-run"}, {"state", Takes::Value}})},
        {"taint", ofTainting},
        {"untaint", ofTainting},
        {"workspace delete", with(ofWorkspaces, {{"force"}, {"lock"}, {"lock-timeout", Takes::Value}})},
        {"workspace list", ofWorkspaces},
        {"workspace new", with(ofWorkspaces, {{"lock"}, {"lock-timeout", Takes::Value}, {"state", Takes::Value}})},
        {"workspace select", with(ofWorkspaces, {{"or-create"}})},
    };
}

/// The commands for many projects.
Table ofProjects() {
    return {{"projects apply", with(everywhere(), {{"approvals", Takes::Value},
                                                   {"jobs", Takes::Value},
                                                   {"keep-going"},
                                                   {"lock"},
                                                   {"lock-timeout", Takes::Value},
                                                   {"parallelism", Takes::Value},
                                                   {"root", Takes::Value},
                                                   {"tool", Takes::Value}})},
            {"projects report",
             with(everywhere(),
                  {{"format", Takes::Value}, {"limit", Takes::Value}, {"list", Takes::Value}, {"out", Takes::Value}})},
            {"projects list", with(ofSelecting(), {{"json"}, {"out", Takes::Value}, {"shard", Takes::Value}})},
            {"projects plan", with(ofSelecting(), {{"destroy"},
                                                   {"fresh"},
                                                   {"jobs", Takes::Value},
                                                   {"lock"},
                                                   {"lock-timeout", Takes::Value},
                                                   {"mode", Takes::Value},
                                                   {"order", Takes::Value},
                                                   {"out", Takes::Value},
                                                   {"parallelism", Takes::Value},
                                                   {"refresh"},
                                                   {"refresh-only"},
                                                   {"shard", Takes::Value},
                                                   {"timeout", Takes::Value},
                                                   {"tool", Takes::Value},
                                                   {"with-plans"}})}};
}

const Table& table() {
    static const Options variables = withVariables();
    static const Table all = [] {
        Table made{
            {"plan", with(ofPlanning(), {{"backup", Takes::Value},
                                         {"detailed-exitcode"},
                                         {"generate-config-out", Takes::Value},
                                         {"json-into", Takes::Value},
                                         {"out", Takes::Value},
                                         {"result", Takes::Value},
                                         {"state-out", Takes::Value},
                                         {"tool-version", Takes::Value},
                                         {"simulate", Takes::Value},
                                         {"simulate-cached"},
                                         {"simulate-rules", Takes::Value}})},
            {"apply", with(ofApplying(), {{"result", Takes::Value}})},
            {"destroy", ofApplying()},
            {"show", with(variables, {{"tool", Takes::Value},
                                      {"json"},
                                      {"json-into", Takes::Value},
                                      {"show-sensitive"},
                                      {"state"},
                                      {"plan", Takes::Value},
                                      {"config"},
                                      {"module", Takes::Value},
                                      {"compact-warnings"},
                                      {"consolidate-warnings"},
                                      {"consolidate-errors"},
                                      {"deprecation", Takes::Value}})},
            {"report", with(everywhere(), {{"cost", Takes::Value},
                                           {"findings", Takes::Value},
                                           {"format", Takes::Value},
                                           {"limit", Takes::Value},
                                           {"out", Takes::Value}})},
            {"why", with(ofPlanning(), {{"plan", Takes::Value},
                                        {"simulate", Takes::Value},
                                        {"simulate-cached"},
                                        {"simulate-rules", Takes::Value}})},
            {"validate", with(variables, {{"json"},
                                          {"json-into", Takes::Value},
                                          {"no-tests"},
                                          {"simulate", Takes::Value},
                                          {"simulate-cached"},
                                          {"test-directory", Takes::Value},
                                          {"compact-warnings"},
                                          {"consolidate-warnings"},
                                          {"consolidate-errors"},
                                          {"deprecation", Takes::Value}})},
            {"graph", with(variables, {{"type", Takes::Value},
                                       {"plan", Takes::Value},
                                       {"draw-cycles"},
                                       {"verbose"},
                                       {"module-depth", Takes::Value}})},
            {"providers", with(variables, {{"tool", Takes::Value}, {"json"}, {"test-directory", Takes::Value}})},
            {"state list", with(variables, {{"id", Takes::Value},
                                            {"state", Takes::Value},
                                            {"tool", Takes::Value},
                                            {"json"},
                                            {"json-into", Takes::Value}})},
            {"state show", with(variables, {{"show-sensitive"},
                                            {"state", Takes::Value},
                                            {"tool", Takes::Value},
                                            {"json"},
                                            {"json-into", Takes::Value}})},
            {"output", with(variables, {{"raw"},
                                        {"show-sensitive"},
                                        {"state", Takes::Value},
                                        {"tool", Takes::Value},
                                        {"json"},
                                        {"json-into", Takes::Value}})},
            {"force-unlock", with(variables, {{"force"}, {"json"}, {"json-into", Takes::Value}})},
            {"workspace show", variables},
            {"version", with(everywhere(), {{"json"}})},
        };
        made.merge(ofProjects());
        made.merge(ofStates());
        return made;
    }();
    return all;
}

} // namespace

const std::vector<OptionSpec>* optionsOf(std::string_view command) {
    const auto it = table().find(command);
    return it == table().end() ? nullptr : &it->second;
}

std::vector<std::string_view> commands() {
    std::vector<std::string_view> names;
    for (const auto& [name, options] : table())
        names.push_back(name);
    return names;
}

bool Arguments::has(std::string_view name) const {
    return value(name).has_value();
}

std::optional<std::string> Arguments::value(std::string_view name) const {
    std::optional<std::string> found;
    for (const auto& [option, given] : options)
        if (option == name)
            found = given;
    return found;
}

namespace {

/// The spellings accepted by the reference.
std::optional<bool> booleanOf(std::string_view text) {
    for (const std::string_view yes : {"1", "t", "T", "true", "TRUE", "True"})
        if (text == yes)
            return true;
    for (const std::string_view no : {"0", "f", "F", "false", "FALSE", "False"})
        if (text == no)
            return false;
    return {};
}

} // namespace

bool Arguments::flag(std::string_view name, bool otherwise) const {
    const std::optional<std::string> given = value(name);
    if (!given)
        return otherwise;
    return booleanOf(*given).value_or(otherwise);
}

std::vector<std::string> Arguments::values(std::string_view name) const {
    std::vector<std::string> found;
    for (const auto& [option, given] : options)
        if (option == name)
            found.push_back(given);
    return found;
}

namespace {

/// Display options. As in the reference, each command accepts them, also if it has nothing to display, and even after
/// arguments that it rejects.
std::optional<std::pair<std::string, std::string>> viewOption(std::string_view word) {
    constexpr std::string_view deprecation = "-deprecation=";
    if (word.starts_with("-deprecation=module:"))
        return std::pair("deprecation", std::string(word.substr(deprecation.size())));
    for (const std::string_view option :
         {"-no-color", "-compact-warnings", "-consolidate-warnings", "-consolidate-warnings=true",
          "-consolidate-warnings=false", "-consolidate-errors", "-consolidate-errors=true", "-consolidate-errors=false",
          "-concise"})
        if (word == option)
            return std::pair(std::string(option.substr(1, option.find('=') - 1)),
                             option.ends_with("=false") ? "false" : "true");
    return {};
}

} // namespace

diags::Result<Arguments> parseArguments(std::string_view command, const std::vector<std::string>& words) {
    Arguments arguments;
    diags::Diagnostics diagnostics;
    const std::vector<OptionSpec>* known = optionsOf(command);
    if (!known)
        return diags::Diagnostic::error("Unknown command", fmt::format("There is no command \"{}\".", command));
    bool onlyPositional = false;
    // As in the reference, options end here.
    const auto problem = [&](std::string detail) {
        diagnostics.error(command == "show"                     ? "Failed to parse command-line options"
                          : command == "state replace-provider" ? "Error parsing command-line flags"
                                                                : "Failed to parse command-line flags",
                          std::move(detail));
        onlyPositional = true;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (std::optional<std::pair<std::string, std::string>> option = viewOption(word)) {
            arguments.options.push_back(*std::move(option));
            continue;
        }
        if (onlyPositional || word.size() < 2 || word[0] != '-') {
            arguments.positional.push_back(word);
            continue;
        }
        if (word == "--") {
            onlyPositional = true;
            continue;
        }
        const std::size_t dashes = word[1] == '-' ? 2 : 1;
        const auto equals = word.find('=');
        std::string name = word.substr(dashes, equals == std::string::npos ? std::string::npos : equals - dashes);
        if (name == "h")
            name = "help";
        const auto spec =
            std::find_if(known->begin(), known->end(), [&](const OptionSpec& option) { return option.name == name; });
        // viewOption() has taken the only form of -deprecation that is valid.
        if (spec == known->end() || name == "deprecation") {
            problem(fmt::format("flag provided but not defined: -{}", name));
            continue;
        }
        std::string value = "true";
        if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (spec->takes == Takes::Value) {
            if (i + 1 == words.size()) {
                problem(fmt::format("flag needs an argument: -{}", name));
                continue;
            }
            value = words[++i];
        }
        if (spec->takes == Takes::Flag && !booleanOf(value)) {
            problem(fmt::format("invalid boolean value \"{}\" for -{}: parse error", value, name));
            continue;
        }
        arguments.options.emplace_back(name, std::move(value));
    }
    return {std::move(arguments), std::move(diagnostics)};
}

} // namespace planlens::cli
