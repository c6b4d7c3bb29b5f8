// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/workflows.h"

#include "core/projects/repository/yaml_reading.h"
#include "core/system/shell_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace planlens::projects {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Value;

namespace {

bool isNamePart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Replaces `$NAME` and `${NAME}`. Other variables stay as they are.
std::string withVariables(std::string_view text, const std::map<std::string, std::string, std::less<>>& variables) {
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const bool isBraced = text.substr(i).starts_with("${");
        const std::size_t start = i + (isBraced ? 2 : 1);
        std::size_t end = start;
        while (text[i] == '$' && end < text.size() && isNamePart(text[end]))
            ++end;
        const auto known = text[i] == '$' ? variables.find(text.substr(start, end - start)) : variables.end();
        if (known == variables.end() || (isBraced && (end == text.size() || text[end] != '}'))) {
            made += text[i++];
            continue;
        }
        made += known->second;
        i = end + (isBraced ? 1 : 0);
    }
    return made;
}

/// Adds one workflow to a project.
class Workflow {
public:
    Workflow(NamedProject& project, Diagnostics& diagnostics)
        : m_project(project)
        , m_diagnostics(diagnostics)
        , m_variables{{"WORKSPACE", project.workspace.empty() ? "default" : project.workspace},
                      {"PROJECT_NAME", project.name},
                      {"REPO_REL_DIR", project.directory}} {}

    void addSteps(const Value& workflow) {
        const Value* const plan = yaml::find(workflow, "plan");
        const Value* const steps = plan ? yaml::find(*plan, "steps") : nullptr;
        for (std::size_t i = 0; yaml::isSequence(steps) && i < steps->size(); ++i) {
            const Value& step = steps->element(i);
            if (const Value* const arguments = yaml::find(step, "plan"))
                addArguments(yaml::texts(yaml::find(*arguments, "extra_args")));
            if (const Value* const variable = yaml::find(step, "env"))
                addVariable(*variable);
            if (const Value* const run = yaml::find(step, "run"))
                addRun(*run);
        }
        const Value* const environment = yaml::find(workflow, "env_vars"); // of Digger
        for (const char* const phase : {"state", "commands"})
            if (const Value* const list = environment ? yaml::find(*environment, phase) : nullptr)
                for (std::size_t i = 0; yaml::isSequence(list) && i < list->size(); ++i)
                    addVariable(list->element(i));
    }

private:
    std::string replaced(std::string_view text) const { return withVariables(text, m_variables); }

    /// Takes -var-file and -var from the arguments of a plan.
    void addArguments(const std::vector<std::string>& arguments) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::string_view word = arguments[i];
            if (word.starts_with("--"))
                word.remove_prefix(1);
            for (const bool isFile : {true, false}) {
                const std::string_view option = isFile ? "-var-file" : "-var";
                const auto add = isFile ? &NamedProject::addFile : &NamedProject::addVariable;
                if (word == option && i + 1 < arguments.size())
                    (m_project.*add)(replaced(arguments[++i]));
                else if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=')
                    (m_project.*add)(replaced(word.substr(option.size() + 1)));
                else
                    continue;
                break;
            }
            warnAboutPartialPlan(word);
        }
    }

    /// Arguments that would change the plan are not taken, so that plans are whole.
    void warnAboutPartialPlan(std::string_view word) {
        if (selectsOtherPlan(word))
            m_diagnostics.append(Diagnostic::warning(
                "Part of a workflow is ignored",
                fmt::format("The argument \"{}\" of the plan of the project in {} of {} is ignored. Planlens plans "
                            "the whole project.",
                            word, m_project.directory, m_project.file)));
    }

    /// Takes an input variable of the environment: a name with a value.
    void addVariable(const Value& variable) {
        const std::string name = yaml::text(variable, "name");
        if (!name.starts_with("TF_VAR_"))
            return;
        if (yaml::find(variable, "value"))
            m_project.environment.push_back(name + "=" + replaced(yaml::text(variable, "value")));
        else
            warn(fmt::format("The environment variable {}", name));
    }

    /// Takes the arguments of a command that plans.
    void addRun(const Value& run) {
        const std::string command = yaml::textOf(run).value_or(yaml::text(run, "command"));
        const auto words = system::splitWords(command, system::Operators::AreText);
        if (words && std::find(words->begin(), words->end(), "plan") != words->end())
            addArguments(*words);
        else if (command.find("TF_VAR_") != std::string::npos || command.find(".tfvars") != std::string::npos)
            warn(fmt::format("The step \"{}\"", command.substr(0, 80)));
    }

    void warn(const std::string& subject) {
        m_diagnostics.append(Diagnostic::warning(
            "Part of a workflow is ignored",
            fmt::format("{} of the project in {} of {} runs a command, which Planlens does not do. Give the variables "
                        "of the project in planlens.yaml.",
                        subject, m_project.directory, m_project.file)));
    }

    NamedProject& m_project;
    Diagnostics& m_diagnostics;
    std::map<std::string, std::string, std::less<>> m_variables;
};

} // namespace

bool selectsOtherPlan(std::string_view argument) {
    argument.remove_prefix(argument.starts_with("--") ? 1 : 0);
    const std::string_view option = argument.substr(0, argument.find('='));
    const auto options = {"-target",  "-target-file", "-exclude", "-exclude-file",
                          "-replace", "-destroy",     "-refresh", "-refresh-only"};
    return std::ranges::find(options, option) != options.end();
}

void addWorkflow(NamedProject& project, const Value& document, const std::string& workflow, Diagnostics& diagnostics) {
    const Value* const workflows = yaml::find(document, "workflows");
    if (const Value* const found = workflows ? yaml::find(*workflows, workflow) : nullptr)
        Workflow(project, diagnostics).addSteps(*found);
    else if (workflow != "default") // which may be built in
        diagnostics.append(Diagnostic::warning(
            "Workflow of a project is unknown",
            fmt::format(
                "The project in {} of {} uses the workflow \"{}\", which the file does not have, so the project "
                "is planned without the variables of the workflow. Give them in planlens.yaml.",
                project.directory, project.file, workflow)));
}

} // namespace planlens::projects
