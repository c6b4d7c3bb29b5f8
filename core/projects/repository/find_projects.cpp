// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/code_owners.h"
#include "core/projects/repository/constant_scope.h"
#include "core/projects/repository/facts_cache.h"
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/project.h"
#include "core/projects/repository/state_locations.h"
#include "core/projects/repository/terragrunt/units.h"
#include "core/states/workspace.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

namespace planlens::projects {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The folders of a repository that may contain projects.
struct Folders {
    std::set<std::string> modules;       // with configuration files
    std::vector<std::string> terragrunt; // units of Terragrunt
    std::vector<system::ReadError> unreadable;
};

/// Adds a folder and those below it. Links and hidden folders are not followed.
void readFolders(const fs::path& root, const std::string& folder, FactsCache& facts, Folders& found,
                 const std::stop_token& stop) {
    constexpr std::size_t deepest = 64;
    if (stop.stop_requested() || std::count(folder.begin(), folder.end(), '/') > std::ptrdiff_t(deepest))
        return;
    std::vector<std::string> folders;
    const auto entries = system::listDirectory(root / folder);
    if (!entries && !entries.error().isMissing()) // a folder that was deleted meanwhile is no problem
        found.unreadable.push_back(entries.error());
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        if (!name.starts_with('.') && name != "node_modules" && isDirectory && !isLink)
            folders.push_back(folder == "." ? name : folder + "/" + name);
        if (name == terragrunt::unitFile)
            found.terragrunt.push_back(folder);
    }
    if (!facts.of(folder).files.empty())
        found.modules.insert(folder);
    std::sort(folders.begin(), folders.end());
    for (const std::string& child : folders)
        readFolders(root, child, facts, found, stop);
}

/// Folders that other folders call as modules.
std::set<std::string> calledFolders(const std::set<std::string>& folders, FactsCache& facts) {
    std::set<std::string> called;
    for (const std::string& folder : folders)
        for (const std::string& source : facts.of(folder).localModules)
            if (const std::optional<std::string> target = joined(folder, source); target && *target != folder)
                called.insert(*target);
    return called;
}

/// Files and folders that cannot be read may contain projects, so they are errors. Without permission, they are omitted
/// with a warning.
void addUnreadable(const std::vector<system::ReadError>& unreadable, Repository& repository, Diagnostics& diagnostics) {
    std::error_code noRoot;
    const fs::path root = fs::weakly_canonical(repository.root, noRoot);
    std::map<fs::path, Diagnostic> problems;
    for (const system::ReadError& error : unreadable) {
        std::error_code ignored;
        const fs::path place = fs::weakly_canonical(error.path, ignored); // both spellings of a path are one problem
        const std::string what = system::ioError(error.call, error.path.lexically_normal(), error.number);
        Diagnostic problem =
            Diagnostic::error("Failed to search for projects", what + ". There may be projects that are not found.");
        if (error.number == EACCES)
            problem.severity = diags::Severity::Warning;
        if (problems.emplace(place.empty() ? error.path : place, std::move(problem)).second)
            repository.leftOut.emplace(place.lexically_relative(root).generic_string(),
                                       "It cannot be searched for projects: " + error.reason() + ".");
    }
    for (auto& [place, problem] : problems)
        diagnostics.append(std::move(problem));
}

/// The other projects can be planned, unless a list names this one.
Diagnostic leftOut(const Project& project, const std::string& unsupportedName) {
    Diagnostic problem =
        Diagnostic::error("Name not supported", fmt::format("The name {} is not valid UTF-8, so this project is left "
                                                            "out. Rename the project or its directory.",
                                                            values::quoted(unsupportedName)));
    if (project.namedBy.empty())
        problem.severity = diags::Severity::Warning;
    return problem;
}

bool isInModulesFolder(const std::string& folder) {
    const std::string path = "/" + folder + "/";
    return path.find("/modules/") != std::string::npos || path.find("/module/") != std::string::npos;
}

/// Whether a word is the type of a block in a text that cannot be parsed.
bool namesBlock(std::string_view text, std::string_view word) {
    constexpr std::string_view blanks = " \t";
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) {
        const std::size_t last = at == 0 ? std::string_view::npos : text.find_last_not_of(blanks, at - 1),
                          next = text.find_first_not_of(blanks, at + word.size());
        const bool isFirst =
            last == std::string_view::npos || std::string_view("\n{\"").find(text[last]) != std::string_view::npos;
        if (isFirst && next != std::string_view::npos && (text[next] == '"' || text[next] == '{'))
            return true;
    }
    return false;
}

/// Whether a folder is a root module: it has a backend, or it is not called as a module and declares providers. A file
/// with syntax errors is searched for the names of these blocks. A file that cannot be read counts as having them, so
/// that its project is planned and fails.
bool isRoot(const std::string& folder, const FactsCache& cache, const ModuleFacts& facts, bool isCalled) {
    bool namesProviders = facts.requiresProviders || facts.configuresProviders, hasBackend = facts.backend.has_value();
    for (const std::string& name : facts.hasErrors ? facts.files : std::vector<std::string>()) {
        const auto text = system::readFile(cache.realRoot() / folder / name);
        const auto has = [&](const char* word) { return text && namesBlock(*text, word); };
        hasBackend = hasBackend || has("backend") || has("cloud");
        namesProviders =
            namesProviders || has("required_providers") || has("provider") || (!text && !text.error().isMissing());
    }
    return hasBackend || (namesProviders && !isCalled && !isInModulesFolder(folder));
}

void addLink(Project& project, const FactsCache& cache, const std::string& path) {
    if (std::string real = cache.realPath(path); !real.empty())
        project.links.emplace(std::move(real), path);
}

/// Adds the facts of the root module and of its local modules.
void addFacts(Project& project, FactsCache& cache) {
    std::set<std::string> folders, remote, configFiles;
    FileReads reads = cache.readsOf(project);
    ModuleVisits visits;
    using Visit = std::function<void(const std::string&, const ModuleInputs&)>;
    const Visit visit = [&](const std::string& folder, const ModuleInputs& inputs) {
        const bool needsInputs = cache.hasComputedSources(folder);
        if (!visits.isNew(folder, needsInputs ? inputs.variables : ConstantScope::Values()))
            return;
        const ModuleFacts& general = cache.of(folder);
        const ModuleFacts own = needsInputs ? cache.of(folder, inputs) : ModuleFacts();
        const ModuleFacts& facts = needsInputs ? own : general;
        for (const std::string& place : facts.unresolvedSources)
            reads.unresolved.insert((fs::path(folder) / place).lexically_normal().generic_string());
        if (!facts.unresolvedSources.empty())
            reads.patterns.emplace(project.directory, "**");
        for (const ModuleCall& call : own.calls)
            if (const std::optional<std::string> target = cache.pathOf(folder, call.source))
                visit(*target, {call.possibleArguments, inputs.workspace, inputs.root, true});
        remote.insert(facts.remoteModules.begin(), facts.remoteModules.end());
        if (!folders.insert(folder).second)
            return;
        project.resources += facts.resources;
        project.hasErrors = project.hasErrors || facts.hasErrors;
        addLink(project, cache, folder);
        for (const std::string& file : facts.links)
            addLink(project, cache, (fs::path(folder) / file).lexically_normal().generic_string());
        for (const std::string& file : facts.files)
            configFiles.insert((fs::path(folder) / file).lexically_normal().generic_string());
        for (const auto& [name, provider] : facts.providers) {
            RequiredProvider& known = project.providers[name];
            if (known.source.empty())
                known.source = provider.source;
            if (known.version.empty())
                known.version = provider.version;
        }
        for (const std::string& file : facts.possibleFiles)
            if (const std::optional<std::string> path = cache.pathOf(project.directory, file);
                path && cache.isFile(*path))
                reads.files.insert(*path);
        for (const std::string& source : needsInputs ? std::vector<std::string>() : facts.localModules)
            if (const std::optional<std::string> target = cache.pathOf(folder, source))
                visit(*target, {});
    };
    const ModuleInputs inputs = cache.inputsOf(project);
    visit(project.directory, inputs);
    project.backend = cache.of(project.directory, inputs).backend;
    folders.erase(project.directory);
    project.modules.assign(folders.begin(), folders.end());
    project.remoteModules.assign(remote.begin(), remote.end());
    project.configFiles.assign(configFiles.begin(), configFiles.end());
    for (const std::string& path : reads.files)
        addLink(project, cache, path);
    for (const auto& [path, pattern] : reads.patterns)
        addLink(project, cache, path);
    project.readFiles.assign(reads.files.begin(), reads.files.end());
    project.patterns.assign(reads.patterns.begin(), reads.patterns.end());
    project.unresolvedReads.assign(reads.unresolved.begin(), reads.unresolved.end());
}

template <typename T>
void addMissing(std::vector<T>& list, const std::vector<T>& more) {
    for (const T& item : more)
        if (std::find(list.begin(), list.end(), item) == list.end())
            list.push_back(item);
}

/// A dependency that a file of the repository names. The project may not exist.
struct NamedDependency {
    std::string file, project;
};
using NamedDependencies = std::vector<NamedDependency>;

/// Adds a named project, or the settings in a second file about a known one.
void addNamed(std::map<std::string, Project>& byPlace, std::map<std::string, NamedDependencies>& dependsOn,
              const NamedProject& named, const fs::path& root, Diagnostics& diagnostics) {
    const std::optional<std::string> directory = joined(".", named.directory);
    std::error_code error;
    const fs::file_status status = directory ? fs::status(root / *directory, error) : fs::file_status();
    if (directory && status.type() == fs::file_type::none) { // a project that must be planned may be there
        diagnostics.error("Failed to read the directory of a project",
                          fmt::format("{} names the directory {}, which cannot be read: {}.", named.file,
                                      named.directory, system::errnoText(error.value())));
        return;
    }
    if (!fs::is_directory(status)) {
        diagnostics.warning("Project not found",
                            fmt::format("{} names the directory {}, which {}. The project is "
                                        "ignored.",
                                        named.file, named.directory,
                                        !directory           ? "is outside of the repository"
                                        : fs::exists(status) ? "is not a directory"
                                                             : "does not exist in the repository"));
        return;
    }
    // Projects of the same folder and workspace differ by their names only if one file names both.
    std::string place = defaultProjectName(*directory, named.workspace);
    if (const auto known = byPlace.find(place);
        known != byPlace.end() && known->second.namedBy.back() == named.file && !named.name.empty())
        place += "\n" + named.name;
    Project& project = byPlace[place];
    if (project.namedBy.empty()) {
        project.name = named.name.empty() ? defaultProjectName(*directory, named.workspace) : named.name;
        project.directory = *directory;
        project.workspace = named.workspace;
    }
    project.namedBy.push_back(named.file);
    addMissing(project.variableFiles, named.variableFiles);
    if (project.variableOptions.empty())
        project.variableOptions = named.options; // with repetitions
    else
        addMissing(project.variableOptions, named.options);
    addMissing(project.environment, named.environment);
    addMissing(project.whenModified, named.whenModified);
    for (const std::string& name : named.dependsOn)
        dependsOn[place].push_back({named.file, name});
}

/// Adds the units of Terragrunt for which there is a generated configuration. Others, and units whose inputs are not
/// known, are warned about.
void addUnits(const fs::path& root, const std::vector<std::string>& folders, const std::set<std::string>& namedFolders,
              std::map<std::string, Project>& byPlace, std::set<std::string>& units, Diagnostics& diagnostics) {
    std::vector<std::string> notGenerated, withoutInputs;
    for (const std::string& unit : folders) {
        if (namedFolders.contains(unit))
            continue;
        const bool isRoot = byPlace.contains(unit); // without a source, the configuration is in the unit itself
        const std::optional<std::string> generated = isRoot ? unit : terragrunt::generatedFolder(root, unit);
        if (!generated) {
            notGenerated.push_back(unit);
            continue;
        }
        Project& project = byPlace[unit];
        project.name = unit;
        project.directory = *generated;
        units.insert(unit);
        std::error_code error;
        const bool hasInputs = fs::exists(root / *generated / terragrunt::inputsFile, error);
        if (hasInputs || !isRoot) // a plan without them would be wrong
            terragrunt::addInputs(project);
        if (!hasInputs && (!isRoot || terragrunt::hasInputs(root, unit)))
            withoutInputs.push_back(unit);
    }
    const auto warn = [&](std::vector<std::string>& list, const char* summary, const char* what) {
        if (list.empty())
            return;
        std::ranges::sort(list);
        diagnostics.warning(summary,
                            fmt::format("{} {}{}. Planlens does not start Terragrunt. Run \"terragrunt run --all "
                                        "--inputs-debug -- init\" first.",
                                        what, list.front(),
                                        list.size() == 1 ? "" : fmt::format(" and {} more", list.size() - 1)));
    };
    warn(notGenerated, "Terragrunt units are not planned", "Terragrunt has generated no configuration for");
    warn(withoutInputs, "Inputs of Terragrunt units are not known", "There is no terragrunt-debug.tfvars.json for");
}

/// The workspace that TF_WORKSPACE or `tofu workspace select` has selected; empty if it is the default one. Planning
/// reports invalid names.
std::string selectedWorkspace(const fs::path& folder) {
    std::string selected = states::currentWorkspace(folder).value.value_or("default");
    return selected == "default" ? std::string() : selected;
}

/// Finds the projects whose states the root module and the local modules of a project read.
class StateReads {
public:
    StateReads(Project& project, FactsCache& cache, const StateLocations& locations)
        : m_project(project)
        , m_cache(cache)
        , m_locations(locations) {}

    void add() {
        visit(m_project.directory, m_cache.inputsOf(m_project));
        std::sort(m_project.unresolvedStates.begin(), m_project.unresolvedStates.end());
    }

private:
    void visit(const std::string& folder, const ModuleInputs& inputs) {
        if (!m_cache.readsStates(folder))
            return;
        if (!m_visits.isNew(folder, m_cache.dependsOnInputs(folder) ? inputs.variables : ConstantScope::Values()))
            return;
        const ModuleFacts facts = m_cache.of(folder, inputs);
        for (const RemoteState& state : facts.remoteStates)
            add(state);
        for (const ModuleCall& call : facts.calls)
            if (const std::optional<std::string> target = m_cache.pathOf(folder, call.source))
                visit(*target, {call.arguments, inputs.workspace, inputs.root});
    }

    void add(RemoteState state) {
        if (state.hasOwnWorkspace) {
            state.workspace = m_project.workspace;
            state.isWorkspaceKnown = true;
        }
        const std::string* const target = m_locations.projectOf(state, m_project.directory);
        if (!target)
            addMissing(m_project.unresolvedStates, {state.address});
        else if (*target != m_project.name)
            m_project.dependencies.push_back({*target, Dependency::Kind::RemoteState, state.address});
    }

    Project& m_project;
    FactsCache& m_cache;
    const StateLocations& m_locations;
    ModuleVisits m_visits;
};

void addDependencies(Project& project, const NamedDependencies& named, const Repository& repository, FactsCache& cache,
                     const StateLocations& locations, Diagnostics& diagnostics) {
    for (const auto& [file, name] : named) {
        if (!repository.find(name))
            diagnostics.warning(
                "Unknown dependency",
                fmt::format("The project {} depends on \"{}\" in {}, which is not the name of a project.", project.name,
                            name, file));
        else // also on itself, which is a cycle
            project.dependencies.push_back({name, Dependency::Kind::Configured, file});
    }
    StateReads(project, cache, locations).add();
    const auto keyOf = [](const Dependency& dependency) {
        return std::tie(dependency.project, dependency.kind, dependency.source);
    };
    std::ranges::sort(project.dependencies, {}, keyOf);
    const auto same = std::ranges::unique(project.dependencies, {}, keyOf);
    project.dependencies.erase(same.begin(), same.end());
}

/// Returns a name that files of results cannot contain; null if there is none.
const std::string* unsupportedName(const Project& project) {
    for (const std::string* name : {&project.name, &project.directory})
        if (!values::isUtf8(*name))
            return name;
    return nullptr;
}

} // namespace

const Project* Repository::find(std::string_view name) const {
    const auto it = std::lower_bound(projects.begin(), projects.end(), name,
                                     [](const Project& project, std::string_view text) { return project.name < text; });
    return it != projects.end() && it->name == name ? &*it : nullptr;
}

diags::Result<Repository> findProjects(const fs::path& root, const std::stop_token& stop) {
    std::error_code error;
    if (!fs::is_directory(root, error))
        return Diagnostic::error("Directory not found",
                                 error && error != std::errc::no_such_file_or_directory
                                     ? system::ioError("stat", root, error.value()) + "."
                                     : fmt::format("The directory {} does not exist.", root.string()));
    diags::Result<NamedProjects> named = namedProjects(root);
    if (!named.value)
        return std::move(named.diagnostics);
    Diagnostics diagnostics = std::move(named.diagnostics);
    FactsCache facts(root);
    std::map<std::string, Project> byPlace;
    std::map<std::string, NamedDependencies> dependsOn; // by place
    for (const NamedProject& project : named->projects)
        addNamed(byPlace, dependsOn, project, root, diagnostics);
    Folders found;
    std::set<std::string> units; // of Terragrunt: the places of their projects
    if (named->discoversOthers) {
        readFolders(root, ".", facts, found, stop);
        const std::set<std::string>& folders = found.modules;
        std::set<std::string> namedFolders;
        for (const auto& [place, project] : byPlace)
            namedFolders.insert(project.directory);
        const std::set<std::string> called = calledFolders(folders, facts);
        for (const std::string& folder : folders) {
            if (namedFolders.contains(folder) || !isRoot(folder, facts, facts.of(folder), called.contains(folder)))
                continue;
            Project& project = byPlace[folder];
            project.name = project.directory = folder;
        }
        addUnits(root, found.terragrunt, namedFolders, byPlace, units, diagnostics);
    }
    Repository repository;
    repository.root = root;
    std::map<std::string, std::string> placeOf;
    const CodeOwners owners = CodeOwners::ofRepository(root);
    for (auto& [place, project] : byPlace) {
        if (stop.stop_requested())
            break;
        if (const std::string* name = unsupportedName(project)) {
            diagnostics.append(leftOut(project, *name));
            repository.leftOut.emplace(values::quoted(*name), "Its name is not valid UTF-8.");
            if (diagnostics.hasErrors())
                return diagnostics;
            continue;
        }
        if (!placeOf.emplace(project.name, place).second)
            return Diagnostic::error("Duplicate project",
                                     fmt::format("There are two projects with the name \"{}\". Give them different "
                                                 "names in {}.",
                                                 project.name,
                                                 project.namedBy.empty() ? "planlens.yaml" : project.namedBy.back()));
        if (project.workspace.empty())
            project.workspace = selectedWorkspace(root / project.directory);
        addFacts(project, facts);
        if (units.contains(place))
            terragrunt::addSources(project, root, place);
        project.owners = owners.ownersOf((fs::path(project.directory) / "main.tf").lexically_normal().generic_string());
        repository.projects.push_back(std::move(project));
    }
    if (stop.stop_requested())
        return Diagnostic::error("Interrupted", fmt::format("The search for projects in {} is not complete.",
                                                            root.lexically_normal().string()));
    std::sort(repository.projects.begin(), repository.projects.end(),
              [](const Project& a, const Project& b) { return a.name < b.name; });
    const StateLocations locations(repository.projects, facts.realRoot());
    diagnostics.append(locations.sharedLocations());
    for (Project& project : repository.projects)
        addDependencies(project, dependsOn[placeOf[project.name]], repository, facts, locations, diagnostics);
    std::vector<system::ReadError> unreadable = facts.unreadable();
    unreadable.insert(unreadable.end(), found.unreadable.begin(), found.unreadable.end());
    addUnreadable(unreadable, repository, diagnostics);
    return {std::move(repository), std::move(diagnostics)};
}

} // namespace planlens::projects
