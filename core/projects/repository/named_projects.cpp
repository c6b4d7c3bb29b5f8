// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/named_projects.h"

#include "core/lang/functions.h"
#include "core/system/file.h"
#include "core/values/value.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace planlens::projects {

using diags::Diagnostic;
using diags::Diagnostics;
using values::Value;

namespace {

constexpr std::size_t largestFile = std::size_t(4) << 20; // bytes

/// The kinds of files differ in the names of a few keys only.
enum class Kind { Planlens, Atlantis, Digger };

Kind kindOf(std::string_view file) {
    return file.starts_with("atlantis") ? Kind::Atlantis : file.starts_with("digger") ? Kind::Digger : Kind::Planlens;
}

bool isUsable(const Value& value) {
    return value.isKnown() && !value.isNull();
}
const Value* find(const Value& value, std::string_view name) {
    if (!isUsable(value) || !(value.type().isObject() || value.type().isMap()))
        return nullptr;
    const Value* const found = value.find(name);
    return found && isUsable(*found) ? found : nullptr;
}
std::optional<std::string> textOf(const Value& value) {
    if (!isUsable(value))
        return {};
    if (value.type().isString())
        return value.asString();
    if (value.type().isNumber())
        return value.asNumber().toString();
    if (value.type().isBool())
        return value.asBool() ? "true" : "false";
    return {};
}
std::string text(const Value& value, std::string_view name) {
    const Value* const found = find(value, name);
    return found ? textOf(*found).value_or("") : std::string();
}
bool isSequence(const Value* value) {
    return value && (value->type().isTuple() || value->type().isList());
}
std::vector<std::string> texts(const Value* list) {
    std::vector<std::string> found;
    for (std::size_t i = 0; isSequence(list) && i < list->size(); ++i)
        if (std::optional<std::string> item = textOf(list->element(i)))
            found.push_back(*std::move(item));
    return found;
}

/// Takes -var-file and -var from the additional arguments of a plan step.
void addArguments(NamedProject& project, const std::vector<std::string>& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view word = arguments[i];
        if (word.starts_with("--"))
            word.remove_prefix(1);
        for (const bool isFile : {true, false}) {
            const std::string_view option = isFile ? "-var-file" : "-var";
            std::vector<std::string>& target = isFile ? project.variableFiles : project.variables;
            if (word == option && i + 1 < arguments.size())
                target.push_back(arguments[++i]);
            else if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=')
                target.emplace_back(word.substr(option.size() + 1));
            else
                continue;
            break;
        }
    }
}

/// The arguments of the plan step of a workflow.
std::vector<std::string> workflowArguments(const Value& document, const std::string& workflow) {
    const Value* const workflows = find(document, "workflows");
    const Value* const found = workflows ? find(*workflows, workflow) : nullptr;
    const Value* const plan = found ? find(*found, "plan") : nullptr;
    const Value* const steps = plan ? find(*plan, "steps") : nullptr;
    for (std::size_t i = 0; isSequence(steps) && i < steps->size(); ++i)
        if (const Value* const step = find(steps->element(i), "plan"))
            return texts(find(*step, "extra_args"));
    return {};
}

/// Warns about keys that Planlens does not know, because they are probably misspelt.
void checkKeys(const Value& map, std::initializer_list<std::string_view> known, std::string_view what,
               const std::string& file, Diagnostics& diagnostics) {
    if (!isUsable(map) || !(map.type().isObject() || map.type().isMap()))
        return;
    for (std::size_t i = 0; i < map.size(); ++i)
        if (std::find(known.begin(), known.end(), map.key(i)) == known.end())
            diagnostics.append(Diagnostic::warning(
                "Unknown key", fmt::format("The key \"{}\" of {} in {} is ignored. The keys are {}.", map.key(i), what,
                                           file, fmt::join(known, ", "))));
}

NamedProject projectOf(const Value& entry, const Value& document, Kind kind, const std::string& file) {
    NamedProject project;
    project.file = file;
    project.name = text(entry, "name");
    if (const std::string directory = text(entry, "dir"); !directory.empty())
        project.directory = directory;
    project.workspace = text(entry, "workspace");
    if (kind == Kind::Planlens) {
        project.variableFiles = texts(find(entry, "var_files"));
        project.whenModified = texts(find(entry, "when_modified"));
    } else if (kind == Kind::Atlantis) {
        if (const Value* const autoplan = find(entry, "autoplan"))
            project.whenModified = texts(find(*autoplan, "when_modified"));
    } else {
        project.whenModified = texts(find(entry, "include_patterns"));
        for (const std::string& pattern : texts(find(entry, "exclude_patterns")))
            project.whenModified.push_back("!" + pattern);
    }
    const std::string workflow = text(entry, "workflow");
    if (kind != Kind::Planlens)
        addArguments(project, workflowArguments(document, workflow.empty() ? "default" : workflow));
    project.dependsOn = texts(find(entry, "depends_on"));
    return project;
}

} // namespace

diags::Result<NamedProjects> readNamedProjects(std::string_view source, const std::string& file) {
    static const lang::FunctionTable functions{lang::FunctionOptions()};
    const hcl::Function* const decode = functions.find("yamldecode");
    const auto invalid = [&](const std::string& why) {
        return Diagnostic::error("Invalid list of projects", fmt::format("The file {} cannot be used: {}.", file, why));
    };
    const std::array<Value, 1> arguments{Value::string(source)};
    const hcl::FunctionOutcome<Value> decoded = hcl::invoke(*decode, arguments);
    if (!decoded)
        return invalid(decoded.error().message);
    NamedProjects named;
    if (!isUsable(*decoded))
        return named; // an empty file
    if (!decoded->type().isObject() && !decoded->type().isMap())
        return invalid("it is not a map with the key \"projects\"");
    Diagnostics diagnostics;
    const Kind kind = kindOf(file);
    if (kind == Kind::Planlens && text(*decoded, "discover") == "false")
        named.discoversOthers = false;
    if (kind == Kind::Digger && find(*decoded, "generate_projects"))
        diagnostics.warning("Projects are not generated",
                            fmt::format("\"generate_projects\" of {} is ignored. Planlens finds projects by their "
                                        "configuration.",
                                        file));
    if (kind == Kind::Planlens)
        checkKeys(*decoded, {"discover", "projects"}, "the top level", file, diagnostics);
    const Value* const list = find(*decoded, "projects");
    if (list && !isSequence(list))
        return invalid("\"projects\" is not a list");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (kind == Kind::Planlens)
            checkKeys(list->element(i), {"name", "dir", "workspace", "var_files", "depends_on", "when_modified"},
                      "a project", file, diagnostics);
        named.projects.push_back(projectOf(list->element(i), *decoded, kind, file));
    }
    return {std::move(named), std::move(diagnostics)};
}

diags::Result<NamedProjects> namedProjects(const std::filesystem::path& root) {
    diags::Result<NamedProjects> all{NamedProjects()};
    for (const char* stem : {"planlens", "atlantis", "digger"})
        for (const char* extension : {".yaml", ".yml"}) {
            const std::string file = std::string(stem) + extension;
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
            for (NamedProject& project : read->projects)
                all->projects.push_back(std::move(project));
        }
    return all;
}

} // namespace planlens::projects
