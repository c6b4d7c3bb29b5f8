// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/facts_cache.h"

#include "core/configs/variables.h"
#include "core/projects/repository/constant_scope.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <variant>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

/// The number of folders from a directory up to the top of its git work tree; 0 outside of one.
std::size_t levelsToTop(const fs::path& directory) {
    std::error_code error;
    fs::path folder = fs::canonical(directory, error);
    for (std::size_t levels = 0; !error && folder.has_relative_path(); ++levels, folder = folder.parent_path())
        if (std::error_code ignored; fs::exists(folder / ".git", ignored))
            return levels;
    return 0;
}

/// A path without symbolic links, also if what they lead to is missing; nullopt if there are too many.
std::optional<fs::path> withoutLinks(fs::path path) {
    constexpr int mostLinks = 40; // of a path, as for the system
    path = path.lexically_normal();
    for (int links = 0; links < mostLinks; ++links) {
        fs::path known, target;
        for (auto part = path.begin(); part != path.end() && target.empty(); ++part) {
            std::error_code error;
            target = fs::read_symlink(known / *part, error);
            if (target.empty())
                known /= *part;
            else // an absolute target replaces the folder
                for (known /= target, ++part; part != path.end(); ++part)
                    known /= *part;
            if (!target.empty())
                break;
        }
        if (target.empty())
            return path;
        path = known.lexically_normal();
    }
    return {};
}

/// The values of root variables that are set where the project is: in variable files, options, and its environment.
ConstantScope::Values givenVariables(const fs::path& directory, const Project& project) {
    using Argument = configs::VariableArgument;
    std::vector<Argument> arguments;
    for (const std::string_view option : project.variableOptions)
        for (const auto& [prefix, kind] : {std::pair{std::string_view("-var-file="), Argument::Kind::File},
                                           std::pair{std::string_view("-var="), Argument::Kind::Value}})
            if (option.starts_with(prefix))
                arguments.push_back({kind, std::string(option.substr(prefix.size()))});
    const auto collected = configs::collectVariables(directory, project.environment, arguments);
    ConstantScope::Values given;
    for (const auto& [name, variable] : collected.value.value_or(configs::CollectedVariables()).variables) {
        std::optional<values::Value> value;
        if (const auto* text = std::get_if<std::string>(&variable.value))
            value = values::Value::string(*text);
        else if (const auto* expression = std::get_if<hcl::ExpressionPtr>(&variable.value))
            value = constant(**expression, ConstantScope(ModuleFolders()));
        if (value)
            given.emplace_back(name, *std::move(value));
    }
    return given;
}

} // namespace

std::optional<std::string> joined(std::string_view folder, std::string_view path, std::size_t levels) {
    std::string normal = (fs::path(folder) / path).lexically_normal().generic_string();
    while (normal.size() > 1 && normal.ends_with('/'))
        normal.pop_back();
    if (normal.empty())
        normal = ".";
    std::string_view rest = normal;
    for (; rest == ".." || rest.starts_with("../"); rest.remove_prefix(std::min<std::size_t>(3, rest.size())))
        if (levels-- == 0)
            return {};
    return normal.starts_with('/') ? std::nullopt : std::optional(std::move(normal));
}

bool ModuleVisits::isNew(std::string key, const std::vector<std::pair<std::string, values::Value>>& arguments) {
    constexpr std::size_t most = 1000;
    for (const auto& [name, value] : arguments)
        if (const auto text = values::toJson(value, value.type()))
            key += fmt::format("\n{}={}", name, *text);
    return m_visited.size() <= most && m_visited.insert(std::move(key)).second;
}

FactsCache::FactsCache(fs::path root)
    : m_root(std::move(root)) {
    std::error_code error;
    m_realRoot = fs::canonical(m_root, error);
    m_levels = levelsToTop(m_root);
}

fs::path FactsCache::placeOf(const std::string& folder) const {
    return folder == "." ? m_realRoot : (m_realRoot / folder).lexically_normal();
}

const ModuleFacts& FactsCache::of(const std::string& folder) {
    const auto [it, isNew] = m_facts.try_emplace(folder);
    if (isNew)
        it->second = moduleFacts(placeOf(folder));
    return it->second;
}

std::vector<system::ReadError> FactsCache::unreadable() const {
    std::vector<system::ReadError> all;
    for (const auto& [folder, facts] : m_facts)
        all.insert(all.end(), facts.unreadable.begin(), facts.unreadable.end());
    return all;
}

ModuleFacts FactsCache::of(const std::string& folder, const ModuleInputs& inputs) {
    return factsWith(inputs, folder, dependsOnInputs(folder));
}

/// The facts of a module, read again if they depend on the inputs or on the root module.
ModuleFacts FactsCache::factsWith(const ModuleInputs& inputs, const std::string& folder, bool needsInputs) {
    const bool isOther = of(folder).usesRoot && inputs.root != placeOf(folder);
    return isOther || needsInputs ? moduleFacts(placeOf(folder), inputs) : of(folder);
}

ModuleInputs FactsCache::inputsOf(const Project& project) {
    ModuleInputs inputs;
    inputs.root = placeOf(project.directory);
    if (!dependsOnInputs(project.directory))
        return inputs;
    inputs.variables = givenVariables(m_root / project.directory, project);
    inputs.workspace = project.workspace.empty() ? "default" : project.workspace;
    return inputs;
}

FactsCache::Subtree FactsCache::subtreeOf(const std::string& folder) {
    const auto [it, isNew] = m_subtrees.try_emplace(folder); // modules that call themselves are invalid
    if (!isNew)
        return it->second;
    const ModuleFacts& facts = of(folder);
    // Modules with computed sources are unknown.
    Subtree all{!facts.remoteStates.empty() || facts.hasComputedSources, facts.dependsOnInputs,
                facts.hasComputedPaths || facts.hasComputedSources, facts.hasComputedSources};
    for (const std::string& source : facts.localModules)
        if (const std::optional<std::string> target = pathOf(folder, source)) {
            const Subtree called = subtreeOf(*target);
            all.readsStates = all.readsStates || called.readsStates;
            all.dependsOnInputs = all.dependsOnInputs || called.dependsOnInputs;
            all.hasComputedPaths = all.hasComputedPaths || called.hasComputedPaths;
            all.hasComputedSources = all.hasComputedSources || called.hasComputedSources;
        }
    return m_subtrees[folder] = all;
}

FileReads FactsCache::readsOf(const Project& project) {
    FileReads reads;
    ModuleInputs inputs;
    inputs.root = placeOf(project.directory);
    inputs.workspace = project.workspace;
    if (subtreeOf(project.directory).hasComputedPaths)
        inputs.variables = givenVariables(m_root / project.directory, project);
    ModuleVisits visits;
    addReads(reads, project, project.directory, inputs, visits);
    return reads;
}

/// Adds what a module and the modules that it calls read.
void FactsCache::addReads(FileReads& reads, const Project& project, const std::string& folder,
                          const ModuleInputs& inputs, ModuleVisits& visits) {
    const bool needsInputs = subtreeOf(folder).hasComputedPaths;
    if (!visits.isNew(folder, needsInputs ? inputs.variables : ConstantScope::Values()))
        return;
    const ModuleFacts facts = factsWith(inputs, folder, needsInputs);
    addReads(reads, facts, project, folder);
    for (const ModuleCall& call : facts.calls)
        if (const std::optional<std::string> target = pathOf(folder, call.source))
            addReads(reads, project, *target, {call.possibleArguments, inputs.workspace, inputs.root, true}, visits);
}

void FactsCache::addReads(FileReads& reads, const ModuleFacts& facts, const Project& project,
                          const std::string& folder) const {
    for (const FileReference& reference : facts.references) {
        const std::size_t end = reference.isPattern ? reference.path.find('\n') : std::string::npos;
        std::string path = reference.path.substr(0, end), base = project.directory;
        if (reference.base == FileReference::Base::Absolute) {
            path = fs::path(path).lexically_relative(m_realRoot).generic_string();
            base = ".";
        }
        const std::optional<std::string> found = pathOf(base, path);
        if (found && reference.isPattern)
            reads.patterns.emplace(*found, reference.path.substr(end + 1));
        else if (found)
            reads.files.insert(*found);
    }
    for (const std::string& place : facts.unresolved)
        reads.unresolved.insert((fs::path(folder) / place).lexically_normal().generic_string());
}

bool FactsCache::isFile(const std::string& path) const {
    std::error_code error;
    return fs::is_regular_file(m_root / path, error);
}

std::string FactsCache::realPath(const std::string& path) const {
    const std::optional<fs::path> real = withoutLinks(m_realRoot / path);
    const std::string found = real ? real->lexically_relative(m_realRoot).generic_string() : std::string();
    return found == path || !pathOf(".", found) ? std::string() : found;
}

} // namespace planlens::projects
