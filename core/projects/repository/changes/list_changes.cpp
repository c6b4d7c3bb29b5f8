// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/changes/list_changes.h"

#include "core/lang/functions/yaml/yaml_document.h"
#include "core/projects/repository/facts_cache.h"
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/yaml_reading.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <set>
#include <vector>

namespace planlens::projects {

namespace fs = std::filesystem;
using values::Value;

namespace {

/// Decodes a text. Returns false if it is no map.
bool decode(const std::string& text, std::optional<Value>& decoded) {
    if (hasNoContent(text))
        return true;
    auto document = lang::readYaml(text, lang::YamlScalars::Texts);
    if (!document || !yaml::isMap(document->value))
        return false;
    decoded = std::move(document->value);
    return true;
}

const Value* find(const std::optional<Value>& document, std::string_view name) {
    return document ? yaml::find(*document, name) : nullptr;
}

bool areSame(const Value* a, const Value* b) {
    return a && b ? *a == *b : a == b;
}

/// Whether an entry is that of a project, or settings of it in a second file. Entries of projects that no file names
/// any more belong to the project of their directory.
bool isOf(const Value& entry, const Project& project, const std::string& file) {
    const std::string directory = yaml::text(entry, "dir"), workspace = yaml::text(entry, "workspace");
    const std::optional<std::string> folder = joined(".", directory.empty() ? "." : directory);
    if (!folder || *folder != project.directory)
        return false;
    if (project.namedBy.empty())
        return true;
    if (project.namedBy.front() != file)
        return workspace.empty() || workspace == project.workspace;
    const std::string name = yaml::text(entry, "name");
    return (name.empty() ? defaultProjectName(*folder, workspace) : name) == project.name;
}

std::vector<Value> entriesOf(const std::optional<Value>& document, const Project& project, const std::string& file) {
    std::vector<Value> entries;
    const Value* const list = find(document, "projects");
    for (std::size_t i = 0; yaml::isSequence(list) && i < list->size(); ++i)
        if (yaml::isMap(list->element(i)) && isOf(list->element(i), project, file))
            entries.push_back(list->element(i));
    return entries;
}

std::set<std::string> keysOf(const std::optional<Value>& document) {
    std::set<std::string> keys;
    for (std::size_t i = 0; document && i < document->size(); ++i)
        keys.insert(document->key(i));
    return keys;
}

} // namespace

ListChanges::ListChanges(const fs::path& root, const EarlierTexts& earlier) {
    for (const auto& [file, before] : earlier) {
        const auto now = system::readFileIfExists(root / file);
        Texts texts;
        if (now && decode(before.value_or(""), texts.before) && decode(*now, texts.after))
            m_files.emplace(file, std::move(texts));
    }
}

std::optional<std::string> ListChanges::partOf(const Project& project, const std::string& file) const {
    const auto it = m_files.find(file);
    if (it == m_files.end())
        return {};
    const auto& [before, after] = it->second;
    const std::vector<Value> entries = entriesOf(after, project, file);
    if (entriesOf(before, project, file) != entries)
        return "the entry of the project";
    if (entries.empty())
        return "";
    const Value *const workflowsBefore = find(before, "workflows"), *const workflowsAfter = find(after, "workflows");
    for (const Value& entry : entries) {
        const std::string given = yaml::text(entry, "workflow"), workflow = given.empty() ? "default" : given;
        const auto in = [&](const Value* workflows) { return workflows ? yaml::find(*workflows, workflow) : nullptr; };
        if (!areSame(in(workflowsBefore), in(workflowsAfter)))
            return fmt::format("the workflow \"{}\"", workflow);
    }
    std::set<std::string> keys = keysOf(before);
    keys.merge(keysOf(after));
    for (const std::string& key : keys)
        if (key != "projects" && key != "workflows" && !areSame(find(before, key), find(after, key)))
            return fmt::format("the key \"{}\" of all projects", key);
    return "";
}

} // namespace planlens::projects
