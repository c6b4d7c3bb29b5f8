// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/state_places.h"

#include <algorithm>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

/// The arguments that decide where a backend stores the state. Others are credentials and options.
struct PlaceArguments {
    std::string_view type;
    std::vector<std::string_view> required, optional;
};

const PlaceArguments* argumentsOf(std::string_view type) {
    static const std::vector<PlaceArguments> all{
        {"s3", {"bucket", "key"}, {"endpoint", "endpoints.s3"}}, // workspaces: objectKey
        {"gcs", {"bucket"}, {"prefix"}},
        {"azurerm", {"storage_account_name", "container_name", "key"}, {}},
        {"http", {"address"}, {}},
        {"consul", {"path"}, {"address", "datacenter"}},
        {"pg", {"conn_str"}, {"schema_name"}},
        {"kubernetes", {"secret_suffix"}, {"namespace"}},
        {"oss", {"bucket"}, {"prefix", "key"}},
        {"cos", {"bucket"}, {"prefix", "key"}},
        {"remote", {"organization", "workspaces.name"}, {"hostname"}},
    };
    const auto it = std::find_if(all.begin(), all.end(), [&](const PlaceArguments& one) { return one.type == type; });
    return it == all.end() ? nullptr : &*it;
}

std::string setting(const BackendFacts& backend, const std::string& name) {
    const auto it = backend.settings.find(name);
    return it == backend.settings.end() ? std::string() : it->second;
}

std::string workspaceOf(const std::string& name) {
    return name.empty() ? "default" : name;
}

std::string localPlace(const std::string& folder, const std::string& path) {
    return "local\n" + (fs::path(folder) / path).lexically_normal().generic_string();
}

/// The key of the object in S3 that is the state of a workspace.
std::string objectKey(const BackendFacts& backend, const std::string& key, const std::string& workspace) {
    if (workspace == "default")
        return key;
    const std::string prefix = setting(backend, "workspace_key_prefix");
    return (prefix.empty() ? "env:" : prefix) + "/" + workspace + "/" + key;
}

/// The place of a state on a server; empty if it cannot be decided.
std::string serverPlace(const BackendFacts& backend, const std::string& workspace) {
    const std::string type = backend.type == "cloud" ? "remote" : backend.type;
    const PlaceArguments* const arguments = argumentsOf(type);
    if (!arguments)
        return {};
    std::string place = type;
    for (const std::string_view name : arguments->required) {
        const std::string value = setting(backend, std::string(name));
        if (value.empty())
            return {};
        place += "\n" + (type == "s3" && name == "key" ? objectKey(backend, value, workspace) : value);
    }
    for (const std::string_view name : arguments->optional)
        place += "\n" + setting(backend, std::string(name));
    return type == "remote" || type == "s3" ? place : place + "\n" + workspace;
}

std::string placeOf(const Project& project) {
    const std::string workspace = workspaceOf(project.workspace);
    if (project.backend && project.backend->type != "local")
        return serverPlace(*project.backend, workspace);
    const BackendFacts backend = project.backend.value_or(BackendFacts());
    if (!backend.isComplete)
        return {};
    if (workspace == "default") {
        const std::string path = setting(backend, "path");
        return localPlace(project.directory, path.empty() ? "terraform.tfstate" : path);
    }
    const std::string folder = setting(backend, "workspace_dir");
    return localPlace(project.directory,
                      (folder.empty() ? "terraform.tfstate.d" : folder) + "/" + workspace + "/terraform.tfstate");
}

} // namespace

StatePlaces::StatePlaces(const std::vector<Project>& projects) {
    for (const Project& project : projects) {
        const std::string place = placeOf(project);
        if (place.empty())
            continue;
        const auto [it, isNew] = m_projects.emplace(place, project.name);
        if (!isNew)
            it->second.clear();
    }
}

const std::string* StatePlaces::projectOf(const RemoteState& state, const std::string& root,
                                          const std::string& module) const {
    std::string place;
    const std::string workspace = workspaceOf(state.workspace);
    if (state.backend.type == "local") {
        std::string path = setting(state.backend, "path");
        constexpr std::string_view inModule = "@module@", inRoot = "@root@";
        std::string base = root;
        if (path.starts_with(inModule)) {
            base = module;
            path.erase(0, inModule.size());
        } else if (path.starts_with(inRoot)) {
            path.erase(0, inRoot.size());
        } else if (path.starts_with('/') || path.empty()) {
            return nullptr;
        }
        while (path.starts_with('/'))
            path.erase(0, 1);
        if (workspace != "default") {
            const std::string folder = setting(state.backend, "workspace_dir");
            path = (folder.empty() ? "terraform.tfstate.d" : folder) + "/" + workspace + "/terraform.tfstate";
        }
        place = localPlace(base, path);
    } else {
        place = serverPlace(state.backend, workspace);
    }
    const auto it = m_projects.find(place);
    return it == m_projects.end() || it->second.empty() ? nullptr : &it->second;
}

} // namespace planlens::projects
