// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/state_reading.h"
#include "app/cli/usage.h"

#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/formats/diagnostic_json.h"
#include "core/report/text/terminal_text.h"
#include "core/states/workspace.h"
#include "core/system/environment.h"
#include "core/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// Validates the modules of test runs that are in the folder, each of them once.
Diagnostics validateTestModules(const Project& project, Output& output, std::stop_token stop) {
    Diagnostics diagnostics;
    std::set<std::string> validated;
    for (const configs::TestModule& test : project.config->testModules)
        if (test.isLocal && validated.insert(test.source).second)
            diagnostics.append(engine::validate(*test.config, *project.providers, output, stop).diagnostics);
    return diagnostics;
}

} // namespace

int runValidate(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    const bool json = arguments.flag("json", false);
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() > 1)
        misuse.error("Too many command line arguments", "Expected at most one positional argument.");
    const JsonFile jsonInto = openJsonInto(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuse("validate", arguments, misuse);
    Output output(View::Human, arguments);
    workspace::OpenOptions options = openOptions(directory, arguments, interrupts, Purpose::Reading);
    if (!arguments.positional.empty()) {
        const std::filesystem::path given =
            system::absolutePath(directory / arguments.positional.front()).lexically_normal();
        options.rootModule = given.lexically_proximate(system::absolutePath(directory).lexically_normal()).string();
    }
    if (!arguments.flag("no-tests", false))
        options.testDirectory = arguments.value("test-directory").value_or("tests");
    diags::Result<Project> project = workspace::openProject(options);
    Diagnostics diagnostics = std::move(project.diagnostics);
    if (project.value) {
        output.setSources(project->sources);
        if (project->config)
            listTerraformFiles(*project->config, arguments);
        if (project->config && !project->isSimulated && !diagnostics.hasErrors())
            diagnostics.append(project->registry->packages().problems(providers::InstalledPackages::Form::Short));
        if (project->config && !diagnostics.hasErrors()) {
            diagnostics.append(
                engine::validate(*project->config, *project->providers, output, interrupts.stop).diagnostics);
            diagnostics.append(validateTestModules(*project, output, interrupts.stop));
            diagnostics.append(project->config->testDiagnostics);
        }
        diagnostics.append(providers::devOverrideWarning(project->registry->packages().config()));
    }
    if (json || jsonInto.isOpen()) {
        const std::string text =
            formats::validateJson(diagnostics, project.value ? project->sources : diags::Sources()) + "\n";
        if (json)
            output.print(text);
        else
            jsonInto.append(text);
    }
    if (!json) {
        output.show(diagnostics);
        if (!diagnostics.hasErrors())
            output.print(
                report::wordWrapped(report::colored(diagnostics.isEmpty()
                                                        ? "[green][bold]Success![reset] The configuration is valid."
                                                        : "[green][bold]Success![reset] The configuration is valid, "
                                                          "but there were some validation warnings as shown above.",
                                                    output.text().color),
                                    output.text().width) +
                "\n");
    }
    return diagnostics.hasErrors() ? 1 : 0;
}

int runVersion(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts&) {
    Output output(View::Human, arguments);
    // The locked provider versions, if the lock file is readable.
    std::map<std::string, std::string> selections;
    if (const diags::Result<providers::LockFile> locks = providers::readLockFile(directory);
        locks.diagnostics.isEmpty())
        for (const auto& [provider, lock] : locks->providers)
            selections.emplace(provider.toString(), lock.version.toString());
    std::string text;
    if (arguments.flag("json", false)) {
        for (const auto& [provider, version] : selections)
            text += fmt::format("{}\n    \"{}\": \"{}\"", text.empty() ? "" : ",", provider, version);
        output.print(fmt::format("{{\n  \"terraform_version\": \"{}\",\n  \"platform\": \"{}\",\n  "
                                 "\"provider_selections\": {{{}}},\n  \"planlens_version\": \"{}\"\n}}\n",
                                 referenceVersion, providers::platform(), text.empty() ? text : text + "\n  ",
                                 programVersion));
    } else {
        for (const auto& [provider, version] : selections)
            text += version == "0.0.0" ? fmt::format("+ provider {} (unversioned)\n", provider)
                                       : fmt::format("+ provider {} v{}\n", provider, version);
        output.print(fmt::format("Planlens {}\ncompatible with OpenTofu v{}, on {}\n{}", programVersion,
                                 referenceVersion, providers::platform(), text));
    }
    return 0;
}

int runWorkspaceShow(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts&) {
    Output output(View::Human, arguments, Output::Spacing::Apart);
    if (!arguments.positional.empty())
        return reportMisuse(
            "workspace show", output,
            Diagnostic::error("Unexpected argument", "Too many command line arguments. Did you mean to use -chdir?"));
    const diags::Result<std::string> workspace = states::currentWorkspace(directory);
    if (!workspace.isOk()) {
        output.show(
            Diagnostic::error("Error getting the current workspace",
                              "Failed getting the current workspace: " + diags::joinMessages(workspace.diagnostics)));
        return 1;
    }
    output.print(report::safeText(*workspace.value, output.text()) + "\n");
    return 0;
}

} // namespace planlens::cli
