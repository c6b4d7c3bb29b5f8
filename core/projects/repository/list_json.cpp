// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/list_json.h"

#include "core/formats/json_writer.h"
#include "core/values/text/credentials.h"

#include <algorithm>

namespace planlens::projects {

namespace {

using formats::JsonWriter;

/// Arguments of backends that are not credentials.
bool isPublic(std::string_view name) {
    constexpr std::string_view names[] = {"bucket",
                                          "container_name",
                                          "hostname",
                                          "key",
                                          "namespace",
                                          "organization",
                                          "path",
                                          "prefix",
                                          "region",
                                          "schema_name",
                                          "secret_suffix",
                                          "storage_account_name",
                                          "workspace_key_prefix",
                                          "workspaces.name",
                                          "workspaces.project",
                                          "workspaces.prefix"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void writeTexts(JsonWriter& out, std::string_view name, const std::vector<std::string>& texts) {
    if (texts.empty())
        return;
    out.key(name);
    out.strings(texts);
}

void writeBackend(JsonWriter& out, const BackendFacts& backend) {
    out.key("backend").beginObject();
    out.key("type").string(backend.type);
    for (const auto& [name, value] : backend.settings)
        if (isPublic(name))
            out.key(name).string(value);
    out.endObject();
}

void writeProject(JsonWriter& out, const Project& project, const std::vector<ChangeReason>* reasons) {
    out.beginObject();
    out.key("name").string(project.name);
    out.key("dir").string(project.directory);
    out.optional("workspace", project.workspace);
    writeTexts(out, "var_files", project.variableFiles);
    writeTexts(out, "named_by", project.namedBy);
    writeTexts(out, "when_modified", project.whenModified);
    writeTexts(out, "owners", project.owners);
    if (project.backend)
        writeBackend(out, *project.backend);
    out.key("providers").beginArray();
    for (const auto& [name, provider] : project.providers) {
        out.beginObject();
        out.key("name").string(name);
        out.optional("source", provider.source);
        out.optional("version", provider.version);
        out.endObject();
    }
    out.endArray();
    writeTexts(out, "modules", project.modules);
    std::vector<std::string> remoteModules = project.remoteModules;
    std::ranges::transform(remoteModules, remoteModules.begin(), values::withoutCredentials);
    writeTexts(out, "remote_modules", remoteModules);
    writeTexts(out, "config_files", project.configFiles);
    writeTexts(out, "files_read", project.readFiles);
    writeTexts(out, "unknown_files", project.unresolvedReads);
    out.key("depends_on").beginArray();
    for (const Dependency& dependency : project.dependencies) {
        out.beginObject();
        out.key("project").string(dependency.project);
        out.key("kind").string(dependency.kind == Dependency::Kind::Configured ? "depends_on" : "remote_state");
        out.key("source").string(dependency.source);
        out.endObject();
    }
    out.endArray();
    writeTexts(out, "other_states", project.unresolvedStates);
    out.optional("has_errors", project.hasErrors);
    if (reasons) {
        out.key("reasons").beginArray();
        for (const ChangeReason& reason : *reasons) {
            out.beginObject();
            out.key("kind").string(nameOf(reason.kind));
            out.key("file").string(reason.file);
            out.optional(reason.kind == ChangeReason::Kind::ProjectList ? "part" : "module", reason.subject);
            out.endObject();
        }
        out.endArray();
    }
    out.endObject();
}

} // namespace

std::string describe(const BackendFacts& backend) {
    std::string text = backend.type;
    for (const auto& [name, value] : backend.settings)
        if (isPublic(name))
            text += ", " + name + " " + value;
    return text;
}

std::string listJson(const std::vector<const Project*>& projects, const ReasonsByProject* reasons) {
    std::string text;
    JsonWriter out(text, JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string("planlens-projects");
    out.key("format_version").string("1.0");
    out.key("projects").beginArray();
    for (const Project* project : projects) {
        const auto it = reasons ? reasons->find(project->name) : ReasonsByProject::const_iterator();
        writeProject(out, *project, reasons && it != reasons->end() ? &it->second : nullptr);
    }
    out.endArray();
    out.endObject();
    return text + "\n";
}

} // namespace planlens::projects
