// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/state_reading.h"

#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/engine/provider_schemas.h"
#include "core/formats/provider_schema_json.h"
#include "core/system/environment.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The branches of one node of a tree.
class Branches {
public:
    Branches(std::size_t count, std::string indent, std::string& text)
        : m_left(count)
        , m_indent(std::move(indent))
        , m_text(text) {}
    /// Returns the indentation of what is below it.
    std::string add(const std::string& name) {
        const bool isLast = --m_left == 0;
        m_text += m_indent + (isLast ? "└── " : "├── ") + name + "\n";
        return m_indent + (isLast ? "    " : "│   ");
    }
    void add(const addrs::ProviderRequirements& requirements) {
        for (const auto& [provider, constraints] : requirements) {
            const std::string versions = constraints.toString();
            add(fmt::format("provider[{}]{}{}", provider.toString(), versions.empty() ? "" : " ", versions));
        }
    }

private:
    std::size_t m_left;
    std::string m_indent;
    std::string& m_text;
};

/// Like the reference, shortens only names of one kind of test file.
std::string testName(std::string file) {
    constexpr std::string_view extension = ".tftest.hcl";
    if (file.ends_with(extension))
        file.resize(file.size() - extension.size());
    std::ranges::replace(file, '/', '.');
    return "test." + file;
}

/// Draws the providers of a module, its test files and its child modules as a tree.
void drawModule(const configs::ModuleNode& node, const std::string& indent, const configs::Config* tests,
                std::string& text) {
    const addrs::ProviderRequirements requirements = node.providerRequirements();
    Branches branches(requirements.size() + (tests ? tests->testProviders.size() : 0) + node.children.size(), indent,
                      text);
    branches.add(requirements);
    if (tests)
        for (const auto& [file, ofFile] : tests->testProviders) {
            std::map<std::string, const configs::ModuleNode*> runs;
            for (const configs::TestModule& test : tests->testModules)
                if (test.file == file)
                    runs[test.run] = test.config->root.get();
            Branches ofTest(ofFile.size() + runs.size(), branches.add(testName(file)), text);
            ofTest.add(ofFile);
            for (const auto& [run, module] : runs)
                drawModule(*module, ofTest.add("run." + run), nullptr, text);
        }
    for (const auto& [name, child] : node.children)
        drawModule(*child, branches.add("module." + name), nullptr, text);
}

void showRequirements(const Project& project, const states::State* state, Output& output) {
    std::string text = "\nProviders required by configuration:\n.\n";
    drawModule(*project.config->root, {}, project.config.get(), text);
    output.print(text + "\n");
    std::set<std::string> required;
    if (state)
        for (const auto& [address, resource] : state->resources())
            required.insert(resource.provider.provider.toString());
    if (required.empty())
        return;
    text = "Providers required by state:\n\n";
    for (const std::string& provider : required)
        text += fmt::format("    provider[{}]\n\n", provider);
    output.print(text);
}

Diagnostic noConfiguration(const std::filesystem::path& directory) {
    std::filesystem::path shown = system::absolutePath(directory).lexically_normal();
    if (!shown.has_filename() && shown.has_relative_path())
        shown = shown.parent_path(); // without the slash at the end
    return Diagnostic::error("No configuration files",
                             fmt::format("The directory {} contains no OpenTofu configuration files.", shown.string()));
}

/// Returns the errors that prevent it.
Diagnostics showSchemas(const Project& project, const states::State* state, Output& output, std::stop_token stop) {
    const configs::Config& config = *project.config;
    if (Diagnostics wrong = project.registry->packages().inconsistencies(config.providerRequirements(), config.registry,
                                                                         config.providerConstraintErrors());
        wrong.hasErrors())
        return wrong;
    const diags::Result<plans::Schemas> schemas = engine::schemasFor(config, state, *project.providers, stop);
    if (schemas.hasErrors())
        return engine::schemasNotLoaded(schemas.diagnostics);
    output.printLine(formats::providerSchemasJson(*schemas.value));
    return {};
}

} // namespace

int runProviders(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    const std::string what = arguments.positional.empty() ? std::string() : arguments.positional.front();
    Output output(View::Human, arguments, what.empty() ? Output::Spacing::Apart : Output::Spacing::Close);
    if (arguments.positional.size() > 1 || (!what.empty() && what != "schema")) {
        output.show(Diagnostic::error(fmt::format("Planlens has no command \"providers {}\"", what),
                                      fmt::format("Run \"tofu providers {}\".", what)));
        return 1;
    }
    if (what == "schema" && !arguments.flag("json", false)) {
        output.show(Diagnostic::error(
            "The -json option is required",
            "Provider schemas are printed only as JSON. Run \"planlens-cli providers schema -json\"."));
        return 1;
    }
    workspace::OpenOptions options = openOptions(directory, arguments, interrupts, Purpose::Reading);
    if (what.empty())
        options.testDirectory = arguments.value("test-directory").value_or("tests");
    diags::Result<Project> project = workspace::openProject(options);
    // Requirements are listed from the configuration, schemas also need the backend, which comes first.
    Diagnostics warnings = what.empty() ? Diagnostics() : rootModuleWarnings(project);
    const auto failed = [&](Diagnostics problems) {
        warnings.append(std::move(problems));
        output.show(warnings);
        return 1;
    };
    output.setSources(project->sources);
    if (project.hasErrors() || !project->config)
        return failed(project.diagnostics);
    if (what.empty() || !project->stateDiagnostics.hasErrors())
        warnings.append(project.diagnostics);
    if (what.empty())
        warnings.append(rootModuleWarnings(project));
    Diagnostics problems = project->stateDiagnostics;
    if (!problems.hasErrors())
        problems.append(project->registry->packages().problems(providers::InstalledPackages::Form::Whole));
    if (what.empty() && project->config->files.empty())
        problems = noConfiguration(directory);
    if (problems.hasErrors())
        return failed(std::move(problems));
    diags::Result<states::File> state = readState(*project.value, arguments, interrupts, [](const Diagnostics& causes) {
        return Diagnostic::error("Failed refreshing the state",
                                 "Failed to refresh state: " + diags::joinMessages(causes));
    });
    if (state.hasErrors())
        return failed(std::move(state.diagnostics));
    const states::State* const known = state.value && state->state ? state->state.get() : nullptr;
    if (what == "schema") {
        Diagnostics errors = showSchemas(*project.value, known, output, interrupts.stop);
        return errors.hasErrors() ? failed(std::move(errors)) : 0;
    }
    if (Diagnostics errors = project->config->providerConstraintErrors(); errors.hasErrors())
        return failed(std::move(errors));
    showRequirements(*project.value, known, output);
    output.show(warnings);
    return 0;
}

} // namespace planlens::cli
