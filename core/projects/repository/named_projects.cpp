// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/named_projects.h"

#include "core/lang/functions/yaml/yaml_document.h"
#include "core/lang/functions/yaml/yaml_scalar.h"
#include "core/projects/repository/workflows.h"
#include "core/projects/repository/yaml_reading.h"
#include "core/states/workspace.h"
#include "core/system/file.h"
#include "core/values/value.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace planlens::projects {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Value;

namespace {

constexpr std::string_view listStems[] = {"planlens", "atlantis", "digger"}, listExtensions[] = {".yaml", ".yml"};
constexpr std::size_t largestFile = std::size_t(4) << 20; // bytes

/// The kinds of files differ in the names of a few keys only.
enum class Kind { Planlens, Atlantis, Digger };

Kind kindOf(std::string_view file) {
    return file.starts_with("atlantis") ? Kind::Atlantis : file.starts_with("digger") ? Kind::Digger : Kind::Planlens;
}

/// The value of a plain YAML text; nullopt if it is not a boolean.
std::optional<bool> asBool(const std::string& text) {
    const auto value = lang::resolveYamlScalar({}, text, lang::YamlStyle::Plain);
    return value && yaml::isUsable(*value) && value->type().isBool() ? std::optional(value->asBool()) : std::nullopt;
}

/// Warns about keys that Planlens does not know, because they are probably misspelt.
void checkKeys(const Value& map, std::initializer_list<std::string_view> known, std::string_view what,
               const std::string& file, Diagnostics& diagnostics) {
    if (!yaml::isMap(map))
        return;
    for (std::size_t i = 0; i < map.size(); ++i)
        if (std::find(known.begin(), known.end(), map.key(i)) == known.end())
            diagnostics.append(Diagnostic::warning(
                "Unknown key", fmt::format("The key \"{}\" of {} in {} is ignored. The keys are {}.", map.key(i), what,
                                           file, fmt::join(known, ", "))));
}

bool isListOfTexts(const Value& value) {
    if (!yaml::isSequence(&value))
        return false;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (!yaml::textOf(value.element(i)))
            return false;
    return true;
}

/// Returns an error in the form of a project; empty: none. A value that is left out by mistake would plan the
/// project without its variables, or apply it too early.
std::string formErrorOf(const Value& entry, Kind kind) {
    if (!yaml::isMap(entry))
        return "is not a map";
    for (const char* const key : {"name", "dir", "workspace", "workflow"})
        if (const Value* const value = yaml::find(entry, key); value && !yaml::textOf(*value))
            return fmt::format("has a \"{}\" that is not a text", key);
    const Value* const autoplan = kind == Kind::Atlantis ? yaml::find(entry, "autoplan") : nullptr;
    for (const auto& [map, key] : {std::pair{&entry, "depends_on"},
                                   {kind == Kind::Planlens ? &entry : nullptr, "var_files"},
                                   {kind == Kind::Planlens ? &entry : autoplan, "when_modified"},
                                   {kind == Kind::Digger ? &entry : nullptr, "include_patterns"},
                                   {kind == Kind::Digger ? &entry : nullptr, "exclude_patterns"}})
        if (const Value* const value = map ? yaml::find(*map, key) : nullptr; value && !isListOfTexts(*value))
            return fmt::format("has a \"{}\" that is not a list of texts", key);
    return yaml::text(entry, "dir").empty() ? "has no \"dir\"" : std::string();
}

/// Warns about keys of Atlantis and Digger that change how a project is planned or applied.
void checkOtherKeys(const Value& entry, Kind kind, const std::string& file, Diagnostics& diagnostics) {
    const auto ignored = [&](const char* key, const char* advice) {
        diagnostics.append(Diagnostic::warning("Key of a project is ignored",
                                               fmt::format("The key \"{}\" of the project in {} of {} is ignored. {}",
                                                           key, yaml::text(entry, "dir"), file, advice)));
    };
    if (kind == Kind::Atlantis && yaml::find(entry, "execution_order_group"))
        ignored("execution_order_group", "Name the projects that are applied before in \"depends_on\".");
    if (kind == Kind::Digger && asBool(yaml::text(entry, "terragrunt")).value_or(false))
        ignored("terragrunt", "Planlens plans the configuration in the directory, and does not run Terragrunt.");
}

NamedProject projectOf(const Value& entry, const Value& document, Kind kind, const std::string& file,
                       Diagnostics& diagnostics) {
    NamedProject project;
    project.file = file;
    project.name = yaml::text(entry, "name");
    if (const std::string directory = yaml::text(entry, "dir"); !directory.empty())
        project.directory = directory;
    project.workspace = yaml::text(entry, "workspace");
    if (kind == Kind::Planlens) {
        for (const std::string& name : yaml::texts(yaml::find(entry, "var_files")))
            project.addFile(name);
        project.whenModified = yaml::texts(yaml::find(entry, "when_modified"));
    } else if (kind == Kind::Atlantis) {
        if (const Value* const autoplan = yaml::find(entry, "autoplan"))
            project.whenModified = yaml::texts(yaml::find(*autoplan, "when_modified"));
    } else {
        project.whenModified = yaml::texts(yaml::find(entry, "include_patterns"));
        for (const std::string& pattern : yaml::texts(yaml::find(entry, "exclude_patterns")))
            project.whenModified.push_back("!" + pattern);
    }
    const std::string workflow = yaml::text(entry, "workflow");
    if (kind != Kind::Planlens)
        addWorkflow(project, document, workflow.empty() ? "default" : workflow, diagnostics);
    project.dependsOn = yaml::texts(yaml::find(entry, "depends_on"));
    return project;
}

/// Adds env/WORKSPACE.tfvars if it exists, as Atlantis does, after the other files.
void addVariableFileOfWorkspace(NamedProject& project, const std::filesystem::path& root) {
    const std::string file = "env/" + (project.workspace.empty() ? "default" : project.workspace) + ".tfvars";
    std::error_code error;
    if (std::filesystem::is_regular_file(root / project.directory / file, error))
        project.addFile(file);
}

} // namespace

void NamedProject::addFile(const std::string& path) {
    variableFiles.push_back(path);
    options.push_back("-var-file=" + path);
}

void NamedProject::addVariable(const std::string& assignment) {
    options.push_back("-var=" + assignment);
}

bool hasNoContent(std::string_view text) {
    while (!text.empty()) {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos)
            return true;
        if (text[first] != '#')
            return false;
        text.remove_prefix(std::min(text.find('\n', first), text.size()));
    }
    return true;
}

bool isProjectList(std::string_view file) {
    for (const std::string_view stem : listStems)
        for (const std::string_view extension : listExtensions)
            if (file.size() == stem.size() + extension.size() && file.starts_with(stem) && file.ends_with(extension))
                return true;
    return false;
}

std::string defaultProjectName(const std::string& directory, const std::string& workspace) {
    return workspace.empty() || workspace == "default" ? directory : directory + "@" + workspace;
}

diags::Result<NamedProjects> readNamedProjects(std::string_view source, const std::string& file) {
    const auto invalid = [&](const std::string& why) {
        return Diagnostic::error("Invalid list of projects", fmt::format("The file {} cannot be used: {}.", file, why));
    };
    if (hasNoContent(source)) // no document for the decoder
        return NamedProjects();
    // Names and workspaces such as 012 and 1.10 are texts, as they are for Atlantis and Digger.
    const auto document = lang::readYaml(std::string(source), lang::YamlScalars::Texts);
    if (!document)
        return invalid(document.error());
    const Value* const decoded = &document->value;
    NamedProjects named;
    if (!yaml::isUsable(*decoded))
        return named;
    if (!yaml::isMap(*decoded))
        return invalid("it is not a map with the key \"projects\"");
    Diagnostics diagnostics;
    const Kind kind = kindOf(file);
    if (const Value* const discover = yaml::find(*decoded, "discover"); discover && kind == Kind::Planlens) {
        const std::optional<bool> discovers = asBool(yaml::textOf(*discover).value_or(""));
        if (!discovers)
            return invalid("\"discover\" is neither true nor false");
        named.discoversOthers = *discovers;
    }
    if (kind == Kind::Digger && yaml::find(*decoded, "generate_projects"))
        diagnostics.warning("Projects are not generated",
                            fmt::format("\"generate_projects\" of {} is ignored. Planlens finds projects by their "
                                        "configuration.",
                                        file));
    if (kind == Kind::Planlens)
        checkKeys(*decoded, {"discover", "projects"}, "the top level", file, diagnostics);
    const Value* const list = yaml::find(*decoded, "projects");
    if (list && !yaml::isSequence(list))
        return invalid("\"projects\" is not a list");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (kind == Kind::Planlens)
            checkKeys(list->element(i), {"name", "dir", "workspace", "var_files", "depends_on", "when_modified"},
                      "a project", file, diagnostics);
        if (const std::string error = formErrorOf(list->element(i), kind); !error.empty())
            return invalid(fmt::format("project {} of the list {}", i + 1, error));
        checkOtherKeys(list->element(i), kind, file, diagnostics);
        if (const std::string workspace = yaml::text(list->element(i), "workspace");
            !states::isValidWorkspaceName(workspace))
            return invalid(
                fmt::format("the workspace \"{}\" of project {} of the list cannot exist", workspace, i + 1));
        named.projects.push_back(projectOf(list->element(i), *decoded, kind, file, diagnostics));
    }
    return {std::move(named), std::move(diagnostics)};
}

diags::Result<NamedProjects> namedProjects(const std::filesystem::path& root) {
    diags::Result<NamedProjects> all{NamedProjects()};
    for (const std::string_view stem : listStems)
        for (const std::string_view extension : listExtensions) {
            const std::string file = fmt::format("{}{}", stem, extension);
            std::error_code error;
            if (const auto size = std::filesystem::file_size(root / file, error); error)
                continue;
            else if (size > largestFile)
                return Diagnostic::error("Invalid list of projects",
                                         fmt::format("The file {} is larger than {} MiB.", file, largestFile >> 20));
            const auto bytes = system::readFile(root / file);
            if (!bytes)
                return Diagnostic::error("Invalid list of projects",
                                         fmt::format("The file {} cannot be read: {}.", file, bytes.error().reason()));
            diags::Result<NamedProjects> read = readNamedProjects(*bytes, file);
            all.diagnostics.append(std::move(read.diagnostics));
            if (!read.value)
                return all.diagnostics;
            all->discoversOthers = all->discoversOthers && read->discoversOthers;
            for (NamedProject& project : read->projects) {
                if (kindOf(file) == Kind::Atlantis)
                    addVariableFileOfWorkspace(project, root);
                all->projects.push_back(std::move(project));
            }
        }
    return all;
}

} // namespace planlens::projects
