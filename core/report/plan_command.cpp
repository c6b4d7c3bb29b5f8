// SPDX-License-Identifier: MPL-2.0
#include "core/report/plan_command.h"

#include "core/system/shell_words.h"

#include <algorithm>

namespace planlens::report {

using system::shellWord;

namespace {

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool isShellName(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return isLetterOrDigit(c) || c == '_'; });
}

} // namespace

PlanCommandText planCommandText(const PlanCommand& command) {
    PlanCommandText text;
    if (!command.workspace.empty())
        text.line += "TF_WORKSPACE=" + shellWord(command.workspace) + ' ';
    for (const PlanCommand::Variable& variable : command.variables) {
        if (variable.kind != PlanCommand::Variable::Kind::Sensitive)
            continue;
        text.withoutValue.push_back(variable.name);
        // Names with a dash cannot be shell variables; tofu prompts for them.
        if (isShellName(variable.name))
            text.line +=
                "TF_VAR_" + variable.name + "=\"${TF_VAR_" + variable.name + ":?is sensitive: set it first}\" ";
    }
    text.line += shellWord(command.program);
    const auto add = [&text](std::string_view option, std::string_view value) {
        text.line += ' ' + shellWord(std::string(option) + std::string(value));
    };
    if (!command.folder.empty())
        add("-chdir=", command.folder);
    text.line += " plan";
    switch (command.mode) {
    case plans::Mode::Normal:
        break;
    case plans::Mode::Destroy:
        text.line += " -destroy";
        break;
    case plans::Mode::RefreshOnly:
        text.line += " -refresh-only";
        break;
    }
    if (command.refresh == PlanCommand::Refresh::No)
        text.line += " -refresh=false";
    for (const std::string& address : command.replace)
        add("-replace=", address);
    for (const std::string& address : command.targets)
        add("-target=", address);
    for (const std::string& address : command.excludes)
        add("-exclude=", address);
    if (!command.generateConfigOut.empty())
        add("-generate-config-out=", command.generateConfigOut);
    for (const std::string& file : command.variableFiles)
        add("-var-file=", file);
    for (const PlanCommand::Variable& variable : command.variables)
        if (variable.kind == PlanCommand::Variable::Kind::Open)
            text.line += " -var " + shellWord(variable.name + '=' + variable.value);
    return text;
}

} // namespace planlens::report
