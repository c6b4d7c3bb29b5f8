// SPDX-License-Identifier: MPL-2.0
#include "app/cli/completion.h"

#include "app/cli/arguments.h"

#include <algorithm>

namespace planlens::cli {

namespace {

using Takes = OptionSpec::Takes;

/// The literal arguments of a command.
std::vector<std::string> argumentsOf(std::string_view command) {
    return command == "providers" ? std::vector<std::string>{"schema"} : std::vector<std::string>();
}

} // namespace

std::vector<std::string> completions(const std::vector<std::string>& words) {
    if (words.empty())
        return {};
    const std::string& current = words.back();
    std::vector<std::string> found;
    const auto add = [&](std::string candidate) {
        if (candidate.starts_with(current) && std::find(found.begin(), found.end(), candidate) == found.end())
            found.push_back(std::move(candidate));
    };
    std::size_t at = 0;
    while (at + 1 < words.size() && words[at].starts_with('-'))
        ++at; // global options
    if (at + 1 == words.size()) {
        if (current.starts_with('-'))
            for (const char* option : {"-chdir=", "-help", "-version"})
                add(option);
        else
            for (const std::string_view command : commands())
                add(std::string(command.substr(0, command.find(' '))));
        return found;
    }
    // Commands with two words.
    const std::string& first = words[at];
    if (at + 2 == words.size())
        for (const std::string_view command : commands())
            if (command.starts_with(first + ' '))
                add(std::string(command.substr(first.size() + 1)));
    std::string command = first;
    if (at + 2 < words.size() && optionsOf(first + ' ' + words[at + 1]))
        command += ' ' + words[at + 1];
    const std::vector<OptionSpec>* options = optionsOf(command);
    if (!options)
        return found;
    if (current.starts_with('-')) {
        for (const OptionSpec& option : *options)
            add("-" + std::string(option.name) + (option.takes == Takes::Value ? "=" : ""));
    } else {
        for (std::string& argument : argumentsOf(command))
            add(std::move(argument));
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace planlens::cli
