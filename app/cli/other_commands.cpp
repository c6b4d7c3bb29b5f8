// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"

#include "core/engine/config_graph.h"
#include "core/engine/schemas_for.h"
#include "core/formats/diagnostic_json.h"
#include "core/report/diagnostic_text.h"
#include "core/report/terminal_text.h"
#include "core/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

int runValidate(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    const bool json = arguments.flag("json", false);
    Output output(View::Human, arguments);
    if (arguments.positional.size() > 1) {
        output.show(Diagnostic::error("Too many command line arguments", "Expected at most one positional argument."));
        return 1;
    }
    std::string rootModule = ".";
    if (!arguments.positional.empty()) {
        std::error_code error;
        const std::filesystem::path given = std::filesystem::absolute(directory / arguments.positional.front(), error).lexically_normal();
        rootModule = given.lexically_proximate(std::filesystem::absolute(directory, error).lexically_normal()).string();
    }
    const Tests tests = arguments.flag("no-tests", false) ? Tests::LeftAlone : Tests::Checked;
    diags::Result<Project> project = openProject(directory, arguments, interrupts, Variables::NotNeeded, tests, rootModule);
    Diagnostics diagnostics = std::move(project.diagnostics);
    if (project.value) {
        output.setSources(project->sources);
        if (project->config && !project->isSimulated && !diagnostics.hasErrors())
            diagnostics.append(project->registry->packages().problems(providers::InstalledPackages::Form::Short));
        if (project->config && !diagnostics.hasErrors()) {
            diagnostics.append(engine::validate(*project->config, *project->providers, output, interrupts.stop));
            diagnostics.append(project->config->testDiagnostics);
        }
        diagnostics.append(providers::devOverrideWarning(project->registry->packages().config()));
    }
    if (json) {
        output.print(formats::validateJson(diagnostics, project.value ? project->sources : diags::Sources()) + "\n");
    } else {
        output.show(diagnostics);
        if (!diagnostics.hasErrors())
            output.print(report::wordWrapped(report::colored(diagnostics.isEmpty() ? "[green][bold]Success![reset] The configuration is valid."
                                                                                   : "[green][bold]Success![reset] The configuration is valid, but there were some validation warnings as shown above.",
                                                             output.text().color), output.text().width) + "\n");
    }
    return diagnostics.hasErrors() ? 1 : 0;
}

int runGraph(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    if (const auto type = arguments.value("type"); type && *type != "plan") {
        output.show(Diagnostic::error("Graph type not supported yet", fmt::format("Planlens draws only the graph of a plan yet, not \"{}\".", *type)));
        return 1;
    }
    diags::Result<Project> project = openProject(directory, arguments, interrupts, Variables::NotNeeded);
    if (!project.isOk()) {
        if (project.value)
            output.setSources(project->sources);
        output.show(project.diagnostics);
        return 1;
    }
    Diagnostics diagnostics = project->registry->packages().problems(providers::InstalledPackages::Form::Whole);
    if (!diagnostics.hasErrors())
        diagnostics.append(project->registry->packages().inconsistencies(project->config->providerRequirements(), project->config->registry));
    if (diagnostics.hasErrors()) {
        output.show(diagnostics);
        return 1;
    }
    diags::Result<plans::Schemas> schemas = engine::schemasFor(*project->config, nullptr, *project->providers, interrupts.stop);
    diagnostics.append(std::move(schemas.diagnostics));
    diags::Result<engine::ConfigGraph> graph = engine::buildConfigGraph(*project->config, {schemas.value ? &*schemas.value : nullptr, nullptr});
    diagnostics.append(std::move(graph.diagnostics));
    if (!graph.value || diagnostics.hasErrors()) {
        output.show(diagnostics);
        return 1;
    }
    // Resources, and how they depend on each other whatever values are in between.
    std::string text = "digraph G {\n  rankdir = \"RL\";\n  node [shape = rect, fontname = \"sans-serif\"];\n";
    const auto quoted = [](const std::string& name) {
        std::string result = "\"";
        for (const char c : name) {
            if (c == '"' || c == '\\')
                result += '\\';
            result += c;
        }
        return result + "\"";
    };
    std::vector<std::string> nodes, edges;
    for (const engine::ConfigNode& node : graph->nodes) {
        if (node.kind != engine::ConfigNode::Kind::Resource)
            continue;
        nodes.push_back(quoted(node.resource.toString()));
        // Only the nearest: what is behind another dependency is drawn there.
        for (const addrs::ConfigResource& dependency : *node.dependencies) {
            const bool behind = std::any_of(node.dependencies->begin(), node.dependencies->end(), [&](const addrs::ConfigResource& other) {
                const auto it = std::find_if(graph->nodes.begin(), graph->nodes.end(), [&](const engine::ConfigNode& candidate) {
                    return candidate.kind == engine::ConfigNode::Kind::Resource && candidate.resource == other;
                });
                return other != dependency && it != graph->nodes.end() && std::find(it->dependencies->begin(), it->dependencies->end(), dependency) != it->dependencies->end();
            });
            if (!behind)
                edges.push_back(quoted(node.resource.toString()) + " -> " + quoted(dependency.toString()));
        }
    }
    std::sort(nodes.begin(), nodes.end());
    std::sort(edges.begin(), edges.end());
    for (const std::string& node : nodes)
        text += "  " + node + ";\n";
    for (const std::string& edge : edges)
        text += "  " + edge + ";\n";
    output.print(text + "}\n");
    return 0;
}

int runVersion(const Arguments& arguments, const std::filesystem::path& directory) {
    Output output(View::Human, arguments);
    // What is selected, as far as that can be read.
    std::map<std::string, std::string> selections;
    if (const diags::Result<providers::LockFile> locks = providers::readLockFile(directory); locks.diagnostics.isEmpty())
        for (const auto& [provider, lock] : locks->providers)
            selections.emplace(provider.toString(), lock.version.toString());
    std::string text;
    if (arguments.flag("json", false)) {
        for (const auto& [provider, version] : selections)
            text += fmt::format("{}\n    \"{}\": \"{}\"", text.empty() ? "" : ",", provider, version);
        output.print(fmt::format("{{\n  \"terraform_version\": \"{}\",\n  \"platform\": \"{}\",\n  \"provider_selections\": {{{}}},\n  \"planlens_version\": \"{}\"\n}}\n",
                                 referenceVersion, providers::platform(), text.empty() ? text : text + "\n  ", programVersion));
    } else {
        for (const auto& [provider, version] : selections)
            text += version == "0.0.0" ? fmt::format("+ provider {} (unversioned)\n", provider) : fmt::format("+ provider {} v{}\n", provider, version);
        output.print(fmt::format("Planlens {}\nplans as OpenTofu v{} on {}\n{}", programVersion, referenceVersion, providers::platform(), text));
    }
    return 0;
}

namespace {

const char* const usage = R"(Usage: planlens-cli [global options] <command> [args]

Commands:
  plan       Show changes required by the current configuration
  apply      Apply a saved plan, or plan, ask and apply
  destroy    Destroy everything the state manages (apply -destroy)
  show       Show the current state or a saved plan
  validate   Check whether the configuration is valid
  providers  Show the providers required for this configuration; with "schema -json" what they declare
  graph      Print the dependency graph of the resources as DOT
  version    Show the versions

Global options (before the command):
  -chdir=DIR  Switch to a different working directory first
  -help       Show this help
  -version    An alias for the "version" command
)";

/// Commands of the reference that are something else here, and what to do instead.
const std::map<std::string_view, std::string_view>& elsewhere() {
    static const std::map<std::string_view, std::string_view> all{
        {"init", "Run \"tofu init\": it installs modules and providers, which Planlens then uses."},
        {"taint", "Plan with -replace=ADDRESS instead."},
        {"untaint", "Run \"tofu untaint\"."},
        {"refresh", "Plan with -refresh-only instead."},
        {"import", "Write an import block instead."},
        {"state", "Write moved and removed blocks instead, or run \"tofu state\"."},
        {"console", "Run \"tofu console\"."},
        {"output", "Run \"tofu output\"."},
        {"workspace", "Run \"tofu workspace\"."},
        {"force-unlock", "Run \"tofu force-unlock\"."},
        {"fmt", "Run \"tofu fmt\"."},
        {"test", "Run \"tofu test\"."},
    };
    return all;
}

/// All of it goes to standard error, so that what programs read on standard output stays what it is.
void tellCliConfigProblems() {
    const diags::Result<providers::CliConfig> config = cliConfig();
    if (config.diagnostics.isEmpty())
        return;
    const report::TextOptions options;
    std::string text = "There are some problems with the CLI configuration:\n";
    for (const Diagnostic& problem : config.diagnostics)
        text += report::diagnosticText(problem, {}, options);
    if (config.hasErrors())
        text += "As a result of the above problems, Planlens may not behave as intended.\n\n\n";
    std::fputs(text.c_str(), stderr);
}

} // namespace

int run(const std::vector<std::string>& words, const std::filesystem::path& start, const Interrupts& interrupts) {
    std::vector<std::string> all;
    if (const char* variable = std::getenv("TF_CLI_ARGS"))
        all = splitWords(variable);
    std::filesystem::path directory = start;
    std::size_t i = 0;
    for (; i < words.size() && words[i].starts_with('-'); ++i) {
        if (words[i].starts_with("-chdir=")) {
            const std::filesystem::path given = words[i].substr(7);
            directory = given.is_absolute() ? given : start / given;
        } else if (words[i] == "-version" || words[i] == "--version" || words[i] == "-v") {
            return runVersion({}, directory);
        } else if (words[i] == "-help" || words[i] == "--help" || words[i] == "-h") {
            std::fputs(usage, stdout);
            return 0;
        } else {
            Output(View::Human, {}).show(Diagnostic::error("Unknown global option", fmt::format("There is no global option {}. See planlens-cli -help.", words[i])));
            return 1;
        }
    }
    if (i == words.size()) {
        std::fputs(usage, stdout);
        return 127;
    }
    const std::string command = words[i++];
    tellCliConfigProblems();
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error)) {
        Output(View::Human, {}).show(Diagnostic::error("Error handling -chdir option", fmt::format("There is no directory {}.", directory.string())));
        return 1;
    }
    if (const auto other = elsewhere().find(command); other != elsewhere().end()) {
        Output(View::Human, {}).show(Diagnostic::error(fmt::format("Planlens has no command \"{}\"", command), std::string(other->second)));
        return 1;
    }
    std::string specific = "TF_CLI_ARGS_" + command;
    if (const char* variable = std::getenv(specific.c_str()))
        for (std::string& word : splitWords(variable))
            all.push_back(std::move(word));
    all.insert(all.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
    if (!optionsOf(command)) {
        std::fprintf(stderr, "Planlens has no command named \"%s\".\n\nTo see all commands, run:\n  planlens-cli -help\n", command.c_str());
        return 1;
    }
    diags::Result<Arguments> arguments = parseArguments(command, all);
    if (!arguments.isOk()) {
        Arguments known = arguments.value.value_or(Arguments());
        Output(known.flag("json", false) && command != "show" && command != "validate" ? View::Json : View::Human, known).show(arguments.diagnostics);
        return 1;
    }
    if (arguments->flag("help", false)) {
        std::fputs(usage, stdout);
        return 0;
    }
    if (command == "destroy") {
        const bool twice = arguments->flag("destroy", false);
        if (twice || arguments->flag("refresh-only", false)) {
            Output(arguments->flag("json", false) ? View::Json : View::Human, *arguments.value)
                .show(Diagnostic::error("Invalid mode option", twice ? "The -destroy option is not valid for \"planlens-cli destroy\", because this command always runs in destroy mode."
                                                                     : "The -refresh-only option is not valid for \"planlens-cli destroy\"."));
            return 1;
        }
        arguments->options.emplace_back("destroy", "true");
    }
    if (command == "plan")
        return runPlan(*arguments.value, directory, interrupts);
    if (command == "apply" || command == "destroy")
        return runApply(*arguments.value, command == "destroy" ? ApplyCommand::Destroy : ApplyCommand::Apply, directory, interrupts);
    if (command == "show")
        return runShow(*arguments.value, directory, interrupts);
    if (command == "validate")
        return runValidate(*arguments.value, directory, interrupts);
    if (command == "providers")
        return runProviders(*arguments.value, directory, interrupts);
    if (command == "graph")
        return runGraph(*arguments.value, directory, interrupts);
    return runVersion(*arguments.value, directory);
}

} // namespace planlens::cli
