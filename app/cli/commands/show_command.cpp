// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/state_reading.h"
#include "app/cli/usage.h"

#include "core/configs/config.h"
#include "core/configs/file_names.h"
#include "core/configs/file_systems.h"
#include "core/diags/join_messages.h"
#include "core/engine/provider_schemas.h"
#include "core/formats/config_json.h"
#include "core/formats/plan_json.h"
#include "core/formats/reading/plan_reader.h"
#include "core/formats/state_json.h"
#include "core/report/text/plan_text.h"
#include "core/report/text/state_text.h"
#include "core/report/text/terraform_text.h"
#include "core/states/file/state_text.h"
#include "core/states/file/stored_file.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The error for a file that is neither a state nor a plan. It is only called a state if it is clearly meant to be one.
Diagnostic unreadableFile(const std::string& stateError, const std::string& planError,
                          const std::string& remotePlanError) {
    return Diagnostic::error("Failed to read the given file as a state or plan file",
                             fmt::format("State read error: {}\n\nPlan read error: couldn't load the provided path as "
                                         "either a local plan file ({}) or a saved cloud plan ({})",
                                         stateError, planError, remotePlanError));
}
Diagnostic unreadableState(const std::string& path, const std::string& bytes, const Diagnostics& problems) {
    constexpr std::string_view notZip = "zip: not a valid zip file";
    if (bytes.empty())
        return unreadableFile(fmt::format("Error reading {} as a statefile: no state", path), std::string(notZip),
                              "unexpected end of JSON input");
    if (problems[0].code != diags::ErrorCode::UnsupportedState)
        return Diagnostic::error("Couldn't show state file", "Plan read error: " + diags::joinMessages(problems));
    constexpr std::string_view stateType = "encryption.basedata";
    std::string remote = "invalid remote plan format, must be 1";
    for (const Diagnostic& problem : problems) {
        if (problem.code != diags::ErrorCode::EncryptionNotChecked)
            continue;
        remote = problem.codeSubject;
        if (const auto type = remote.find(stateType); type != std::string::npos)
            remote.replace(type, stateType.size(), "cloudplan.SavedPlanBookmark");
    }
    return unreadableFile(fmt::format("Error reading {} as a statefile: {}", path, diags::joinMessages(problems)),
                          std::string(notZip), remote);
}

/// Reports that something cannot be shown, as the reference does: without a line break at the end.
int failToMarshal(std::string_view what, const Diagnostics& problems) {
    fmt::print(stderr, "Failed to marshal {} to json: {}", what, diags::joinMessages(problems));
    return 1;
}

enum class Source { Workspace, File };

/// Whether a state is shown as an empty one although nothing is stored. As in OpenTofu, only a local state is missing.
bool isEmptyState(Source source, const Project& project) {
    return source == Source::Workspace && project.state.backend.type != "local";
}

int showState(const states::File& file, Source source, const Project& project, bool json, const JsonFile& jsonInto,
              Output& output, std::stop_token stop) {
    const states::State& state = *file.state;
    plans::Schemas schemas;
    if (states::exists(file)) {
        diags::Result<plans::Schemas> found = engine::schemasFor(*project.config, &state, *project.providers, stop);
        if (!found.isOk()) {
            output.show(engine::schemasNotLoaded(found.diagnostics));
            return 1;
        }
        schemas = *std::move(found.value);
    }
    if (!json) {
        const diags::Result<std::string> text = states::exists(file) || isEmptyState(source, project)
                                                    ? report::stateText(state, schemas, output.text())
                                                    : std::string("No state.\n");
        if (!text.isOk())
            return failToMarshal("state", text.diagnostics);
        output.print(*text.value);
    }
    if (!json && !jsonInto.isOpen())
        return 0;
    const diags::Result<std::string> text = formats::stateJson(file, schemas);
    if (!text.isOk())
        return failToMarshal("state", text.diagnostics);
    if (json)
        output.printLine(*text.value);
    else
        jsonInto.append(*text.value + "\n");
    return 0;
}

/// Query results are not a plan.
std::string textOf(const plans::Plan& plan, const plans::TerraformParts* terraform,
                   const report::TextOptions& options) {
    const bool isQuery = terraform && !terraform->queryResults.empty();
    return (isQuery ? std::string() : report::planText(plan, options)) +
           (terraform ? report::terraformText(*terraform, masking::secretsInTexts(plan), options) : std::string());
}

/// Shows the current state, a state file, a saved plan or the JSON of a plan.
class ShowCommand {
public:
    ShowCommand(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts,
                JsonFile jsonInto)
        : m_arguments(arguments)
        , m_directory(directory)
        , m_interrupts(interrupts)
        , m_output(View::Human, arguments)
        , m_json(arguments.flag("json", false))
        , m_jsonInto(std::move(jsonInto)) {}

    int showCurrentState() {
        const auto readError = [](const Diagnostics& causes) {
            return Diagnostic::error("failed to load state: " + diags::joinMessages(causes), {});
        };
        return showStateFrom(Source::Workspace, [&](const Project& project) {
            return readState(project, m_arguments, m_interrupts, readError);
        });
    }

    int showFile(const std::string& path) {
        const auto bytes = system::readFile(m_directory / path);
        if (!bytes) {
            const diags::Result<Project> project =
                openProject(m_directory, m_arguments, m_interrupts, Purpose::Reading);
            m_output.setSources(project->sources);
            const std::string why = fmt::format("{} {}: {}", bytes.error().call, path, bytes.error().reason());
            return refuse(
                project,
                unreadableFile(bytes.error().call == "read"
                                   ? fmt::format("Error reading {} as a statefile: Failed to read state file: The "
                                                 "state file could not be read: {}",
                                                 path, why)
                                   : "Error loading statefile: " + why,
                               why, why));
        }
        if (workspace::looksLikePlan(*bytes))
            return showSavedPlan(*bytes, path);
        if (!states::looksLikeState(*bytes) && !states::isEncrypted(*bytes))
            if (const diags::Result<formats::FinishedPlan>& read =
                    keptUntilExit(formats::readPlanJson(*bytes, m_interrupts.stop));
                read.value) {
                m_output.showAside(read.diagnostics);
                m_output.print(m_json ? *bytes : textOf(*read->plan, read->terraform.get(), m_output.text()));
                m_jsonInto.append(*bytes);
                return 0;
            }
        return showStateFrom(Source::File, [&](const Project& project) -> diags::Result<states::File> {
            diags::Result<states::StoredFile> state =
                states::readStoredFile(*bytes, project.state.encryption.state(), path);
            if (state.isOk())
                return {std::move(state->file), std::move(state.diagnostics)};
            return unreadableState(path, *bytes, state.diagnostics);
        });
    }

    int showConfiguration() {
        const diags::Result<Project> project = openProject(m_directory, m_arguments, m_interrupts, Purpose::Reading);
        m_output.setSources(project->sources);
        if (project->config && project->config->files.empty())
            return refuse(Diagnostic::error("No configuration files",
                                            "This directory contains no OpenTofu configuration files."));
        if (!project.isOk())
            return refuse(project.diagnostics);
        using Form = providers::InstalledPackages::Form;
        if (const Diagnostics problems = project->registry->packages().problems(Form::Short); problems.hasErrors())
            return refuse(project, problems);
        const diags::Result<plans::Schemas> schemas =
            engine::schemasFor(*project->config, nullptr, *project->providers, m_interrupts.stop);
        if (!schemas.isOk())
            return refuse(project, engine::schemasNotLoaded(schemas.diagnostics));
        m_output.showAside(project.diagnostics);
        m_output.printLine(formats::configurationJson(*project->config, *schemas.value));
        return 0;
    }

    /// Shows a module on its own: neither its providers nor the modules that it calls need to be installed.
    int showModule(const std::string& path) {
        const diags::Result<Project> project = openProject(m_directory, m_arguments, m_interrupts, Purpose::Reading);
        m_output.setSources(project->sources);
        if (project->config && project->config->rootWarnings.hasErrors()) // its encryption is read first
            return refuse(project->config->rootWarnings);
        const auto entries = configs::listDirectory(m_directory / path);
        if (!entries)
            return refuse(Diagnostic::error(
                "Failed to read module directory",
                fmt::format("Module directory {} does not exist or cannot be read{}.", path,
                            entries.error().isMissing() ? std::string() : ": " + entries.error().reason())));
        std::map<std::string, std::string> files;
        for (const configs::FileSystem::Entry& entry : *entries)
            if (auto text = entry.isDirectory || configs::configExtension(entry.name).empty()
                                ? diags::Unexpected{system::ReadError{}}
                                : system::readFile(m_directory / path / entry.name))
                files.emplace((m_directory / path / entry.name).lexically_normal().string(), *std::move(text));
        if (files.empty()) {
            configs::Config empty;
            empty.root = std::make_unique<configs::ModuleNode>();
            m_output.printLine(formats::singleModuleJson(empty));
            return 0;
        }
        configs::LoadOptions load;
        load.directory = m_directory;
        load.rootModule = std::filesystem::path(path).lexically_normal().string();
        load.files = configs::memoryFileSystem(std::move(files));
        const diags::Result<configs::ConfigPtr> config = configs::load(load);
        if (config.value)
            m_output.setSources((*config)->sources);
        Diagnostics problems; // without those of called modules, which are not loaded
        for (const Diagnostic& diagnostic : config.diagnostics)
            if (diagnostic.code != diags::ErrorCode::NotInitialized)
                problems.append(diagnostic);
        if (!config.value || problems.hasErrors())
            return refuse(problems);
        m_output.showAside(problems);
        m_output.printLine(formats::singleModuleJson(**config));
        return 0;
    }

private:
    int refuse(const Diagnostics& problems) {
        m_output.show(problems);
        return 1;
    }
    int refuse(const diags::Result<Project>& project, Diagnostics problems) {
        Diagnostics all = rootModuleWarnings(project);
        all.append(std::move(problems));
        return refuse(all);
    }

    template <typename Read>
    int showStateFrom(Source source, const Read& read) {
        const diags::Result<Project> project = openProject(m_directory, m_arguments, m_interrupts, Purpose::Reading);
        m_output.setSources(project->sources);
        if (const Diagnostics problems =
                source == Source::File && project->config ? Diagnostics() : stateAccessProblems(project);
            problems.hasErrors())
            return refuse(project, problems);
        using Form = providers::InstalledPackages::Form;
        if (const Diagnostics problems =
                project->registry->packages().problems(source == Source::File ? Form::Short : Form::Whole);
            problems.hasErrors())
            return refuse(project, problems);
        const diags::Result<states::File> state = read(*project.value);
        if (!state.isOk())
            return refuse(project, state.diagnostics);
        if (project.hasErrors() && states::exists(*state.value)) // an empty state needs no configuration
            return refuse(project, project.diagnostics);
        return showState(*state.value, source, *project.value, m_json, m_jsonInto, m_output, m_interrupts.stop);
    }

    int showSavedPlan(const std::string& bytes, const std::string& name) {
        const diags::Result<OpenedPlan>& opened = keptUntilExit(workspace::openPlan(
            bytes, openOptions(m_directory, m_arguments, m_interrupts, Purpose::Reading), PlanUse::Show, name));
        if (opened.value)
            m_output.setSources(opened->project.sources);
        if (!opened.isOk())
            return refuse(opened.diagnostics);
        m_output.showAside(opened.diagnostics);
        if (!m_json)
            m_output.print(textOf(*opened->plan, opened->terraform.get(), m_output.text()));
        return m_json || m_jsonInto.isOpen() ? showPlanJson(*opened.value) : 0;
    }

    int showPlanJson(const OpenedPlan& opened) {
        if (!opened.config || !opened.withoutSchema.empty())
            return refuse(Diagnostic::error("The plan cannot be written as JSON",
                                            "The JSON needs the configuration in the plan and the schemas of its "
                                            "providers, and some of these are missing. Use \"terraform show -json "
                                            "FILE\", whose output Planlens opens too."));
        if (opened.terraform)
            m_output.showAside(plans::terraformNotes(*opened.terraform)); // not part of the JSON
        const auto write = [this](std::string_view piece) {
            if (m_json)
                m_output.print(piece);
            else
                m_jsonInto.append(piece);
        };
        if (const Diagnostics problems = formats::writePlanJson(*opened.plan, *opened.config, write);
            problems.hasErrors())
            return failToMarshal("plan", problems);
        write("\n");
        return 0;
    }

    const Arguments& m_arguments;
    const std::filesystem::path& m_directory;
    const Interrupts& m_interrupts;
    Output m_output;
    const bool m_json;
    const JsonFile m_jsonInto;
};

} // namespace

int runShow(const Arguments& given, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Arguments arguments = given;
    std::erase_if(arguments.options, [](const auto& option) { return option.first == "state"; }); // names no file here
    const std::string plan = given.value("plan").value_or(""), module = given.value("module").value_or("");
    const bool isState = given.flag("state", false), isConfig = given.flag("config", false);
    const int targets = int(!plan.empty()) + int(isState) + int(isConfig) + int(!module.empty());
    Diagnostics misuse = arguments.problems;
    if (isConfig && !given.flag("json", false)) {
        misuse.error("JSON output required for configuration", "The -config option requires -json to be specified.");
    } else if (!module.empty() && !given.flag("json", false)) {
        misuse.error("JSON output required for module", "The -module=DIR option requires -json to be specified.");
    } else if (targets == 0) {
        if (arguments.positional.size() > 1)
            misuse.error("Too many command line arguments",
                         "Expected at most one positional argument for the legacy positional argument mode.");
    } else if (!arguments.positional.empty()) {
        misuse.error("Unexpected command line arguments",
                     "This command does not expect any positional arguments when using a target-selection option.");
    } else if (targets > 1) {
        misuse.error("Conflicting object types to show",
                     "The -state, -plan=FILENAME, -config, and -module=DIR options are mutually-exclusive, to specify "
                     "which kind of object to show.");
    }
    JsonFile jsonInto = openJsonInto(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuse("show", arguments, misuse);
    ShowCommand command(arguments, directory, interrupts, std::move(jsonInto));
    if (isConfig)
        return command.showConfiguration();
    if (!module.empty())
        return command.showModule(module);
    if (!arguments.positional.empty())
        return command.showFile(arguments.positional.front());
    return plan.empty() ? command.showCurrentState() : command.showFile(plan);
}

} // namespace planlens::cli
