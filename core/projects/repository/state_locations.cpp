// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/state_locations.h"

#include "core/projects/repository/constant_scope.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <span>

namespace planlens::projects {

namespace fs = std::filesystem;

namespace {

/// The arguments that decide where a backend stores the state. Others are credentials and options.
struct PlaceArguments {
    std::string_view type;
    std::vector<std::string_view> required, optional;
    std::string_view name; // the argument that tells the states of a team apart
};

const PlaceArguments* argumentsOf(std::string_view type) {
    static const std::vector<PlaceArguments> all{
        {"s3", {"bucket", "key"}, {"endpoint", "endpoints.s3"}, "key"}, // workspaces: objectKey
        {"gcs", {"bucket"}, {"prefix"}, "prefix"},
        {"azurerm", {"storage_account_name", "container_name", "key"}, {}, "key"},
        {"http", {"address"}, {}, "address"},
        {"consul", {"path"}, {"address", "datacenter"}, "path"},
        {"pg", {"conn_str"}, {"schema_name"}, "schema_name"},
        {"kubernetes", {"secret_suffix"}, {"namespace", "host", "config_context"}, "secret_suffix"},
        {"oss", {"bucket"}, {"prefix", "key"}, "prefix"},
        {"cos", {"bucket"}, {"prefix", "key"}, "prefix"},
        {"remote", {"organization", "workspaces.name"}, {"hostname"}, "workspaces.name"},
    };
    const auto it = std::find_if(all.begin(), all.end(), [&](const PlaceArguments& one) { return one.type == type; });
    return it == all.end() ? nullptr : &*it;
}

std::string typeOf(const BackendFacts& backend) {
    return backend.type == "cloud" ? "remote" : backend.type;
}

/// The value of an argument as far as it decides the location: a prefix without its outer slashes, and a connection
/// without the user.
std::string settingText(const BackendFacts& backend, const std::string& name, std::string text) {
    if (name == "prefix" && typeOf(backend) != "remote") {
        text.erase(0, text.find_first_not_of('/'));
        text.erase(text.find_last_not_of('/') + 1);
    } else if (name == "conn_str") {
        const std::size_t scheme = text.find("://"), user = scheme == std::string::npos ? scheme : scheme + 3;
        if (const std::size_t at = text.find('@'); scheme != std::string::npos && at < text.find('/', user))
            text.erase(user, at + 1 - user);
    }
    return text;
}

std::string setting(const BackendFacts& backend, const std::string& name) {
    const auto it = backend.settings.find(name);
    return it == backend.settings.end() ? std::string() : settingText(backend, name, it->second);
}

std::string workspaceOf(const std::string& name) {
    return name.empty() ? "default" : name;
}

std::string localLocation(const std::string& folder, const std::string& path) {
    return "local\n" + (fs::path(folder) / path).lexically_normal().generic_string();
}

/// The key of the object in S3 that is the state of a workspace.
std::string objectKey(const BackendFacts& backend, const std::string& key, const std::string& workspace) {
    if (workspace == "default")
        return key;
    const std::string prefix = setting(backend, "workspace_key_prefix");
    return (prefix.empty() ? "env:" : prefix) + "/" + workspace + "/" + key;
}

/// The location of a state on a server; empty if it cannot be decided.
std::string serverLocation(const BackendFacts& backend, const std::string& workspace) {
    const std::string type = typeOf(backend);
    const PlaceArguments* const arguments = argumentsOf(type);
    if (!arguments)
        return {};
    std::string location = type;
    for (const std::string_view name : arguments->required) {
        const std::string value = setting(backend, std::string(name));
        if (value.empty())
            return {};
        location += "\n" + (type == "s3" && name == "key" ? objectKey(backend, value, workspace) : value);
    }
    for (const std::string_view name : arguments->optional)
        location += "\n" + setting(backend, std::string(name));
    return type == "remote" || type == "s3" ? location : location + "\n" + workspace;
}

/// The possible values of an argument; empty if it is unknown.
std::set<std::string> possibleTexts(const BackendFacts& backend, std::string_view argument) {
    const std::string name(argument);
    std::set<std::string> texts;
    if (const auto it = backend.settings.find(name); it != backend.settings.end())
        texts.insert(settingText(backend, name, it->second));
    if (const auto it = backend.possible.find(name); it != backend.possible.end())
        for (const std::string& text : it->second)
            texts.insert(settingText(backend, name, text));
    return texts;
}

/// Whether a text with marks for unknown parts can be another text.
bool canBe(std::string_view shape, std::string_view text) {
    const std::size_t first = shape.find(unknownPart);
    if (first == std::string_view::npos || shape == text)
        return shape == text;
    const std::size_t last = shape.rfind(unknownPart);
    const std::string_view start = shape.substr(0, first), end = shape.substr(last + 1);
    if (text.size() < start.size() + end.size() || !text.starts_with(start) || !text.ends_with(end))
        return false;
    std::string_view rest = text.substr(start.size(), text.size() - start.size() - end.size());
    for (std::size_t at = first; at < last;) {
        const std::size_t next = shape.find(unknownPart, at + 1);
        const std::string_view part = shape.substr(at + 1, next - at - 1);
        const std::size_t found = rest.find(part);
        if (found == std::string_view::npos)
            return false;
        rest.remove_prefix(found + part.size());
        at = next;
    }
    return true;
}

/// Whether a text has a part that names something.
bool saysSomething(std::string_view shape) {
    return std::count_if(shape.begin(), shape.end(), [](unsigned char c) { return std::isalnum(c); }) > 2;
}

enum class Match { No, Possible, Known };

Match matchOf(const std::set<std::string>& read, const std::set<std::string>& written) {
    if (read.empty() || written.empty())
        return Match::Possible;
    Match match = Match::No;
    for (const std::string& one : read)
        for (const std::string& other : written)
            if (canBe(one, other) || canBe(other, one)) {
                if (saysSomething(one) && saysSomething(other))
                    return Match::Known;
                match = Match::Possible;
            }
    return match;
}

/// "a and b", "a, b, c and 97 more".
std::string fewNames(const std::vector<std::string>& names) {
    constexpr std::size_t mostNames = 4;
    if (names.size() > mostNames)
        return fmt::format("{} and {} more", fmt::join(std::span(names).first(mostNames - 1), ", "),
                           names.size() - mostNames + 1);
    return fmt::format("{} and {}", fmt::join(std::span(names).first(names.size() - 1), ", "), names.back());
}

std::string locationOf(const Project& project) {
    const std::string workspace = workspaceOf(project.workspace);
    if (project.backend && project.backend->type != "local")
        return serverLocation(*project.backend, workspace);
    const BackendFacts backend = project.backend.value_or(BackendFacts());
    if (!backend.isComplete)
        return {};
    if (workspace == "default") {
        const std::string path = setting(backend, "path");
        return localLocation(project.directory, path.empty() ? "terraform.tfstate" : path);
    }
    const std::string folder = setting(backend, "workspace_dir");
    return localLocation(project.directory,
                         (folder.empty() ? "terraform.tfstate.d" : folder) + "/" + workspace + "/terraform.tfstate");
}

} // namespace

StateLocations::StateLocations(const std::vector<Project>& projects, fs::path root)
    : m_root(std::move(root)) {
    for (const Project& project : projects) {
        if (project.backend && argumentsOf(typeOf(*project.backend)))
            m_possible.push_back({project.name, workspaceOf(project.workspace), *project.backend});
        const std::string location = locationOf(project);
        if (!location.empty())
            m_projects[location].push_back(project.name);
    }
}

diags::Diagnostics StateLocations::sharedLocations() const {
    constexpr std::size_t mostGroups = 3;
    std::vector<std::string> groups;
    std::size_t count = 0, projects = 0;
    for (const auto& [location, names] : m_projects) {
        if (names.size() < 2)
            continue;
        ++count;
        projects += names.size();
        if (groups.size() < mostGroups)
            groups.push_back(fewNames(names));
    }
    diags::Diagnostics diagnostics;
    constexpr const char* advice = "Give them different backends or workspaces.";
    if (count == 1)
        diagnostics.warning("Projects with the same state",
                            fmt::format("{} store their states in the same place. Applying one of them destroys the "
                                        "objects of the other{}. {}",
                                        groups[0], projects == 2 ? "" : "s", advice));
    else if (count > 1)
        diagnostics.warning(
            "Projects with the same state",
            fmt::format("{} projects store their states in {} places, each in the same place as another one: {}{}. "
                        "Applying one of them destroys the objects of the others in this place. {}",
                        projects, count, fmt::join(groups, "; "),
                        count > mostGroups ? fmt::format("; and the projects of {} more", count - mostGroups) : "",
                        advice));
    return diagnostics;
}

const std::string* StateLocations::projectOf(const RemoteState& state, const std::string& folder) const {
    std::string location;
    const std::string workspace = workspaceOf(state.workspace);
    if (state.backend.type == "local") {
        std::string path = setting(state.backend, workspace == "default" ? "path" : "workspace_dir");
        if (workspace != "default")
            path = (path.empty() ? "terraform.tfstate.d" : path) + "/" + workspace + "/terraform.tfstate";
        const bool isMarked = path.starts_with(pathMarker);
        if (isMarked)
            path = fs::path(path.substr(pathMarker.size())).lexically_normal().lexically_relative(m_root);
        else if (path.starts_with('/') || path.empty())
            return nullptr;
        location = localLocation(isMarked ? std::string() : folder, path);
    } else {
        location = serverLocation(state.backend, workspace);
    }
    const auto it = m_projects.find(location);
    if (it == m_projects.end())
        return possibleProjectOf(state);
    return it->second.size() == 1 ? &it->second.front() : nullptr;
}

const std::string* StateLocations::possibleProjectOf(const RemoteState& state) const {
    const std::string type = typeOf(state.backend), workspace = workspaceOf(state.workspace);
    const PlaceArguments* const arguments = argumentsOf(type);
    if (!arguments)
        return nullptr;
    const auto match = [&](const Possible& possible, std::string_view argument) {
        return matchOf(possibleTexts(state.backend, argument), possibleTexts(possible.backend, argument));
    };
    const auto isPossible = [&](const Possible& possible) {
        const auto canMatch = [&](std::string_view argument) { return match(possible, argument) != Match::No; };
        return typeOf(possible.backend) == type && (!state.isWorkspaceKnown || possible.workspace == workspace) &&
               match(possible, arguments->name) == Match::Known &&
               std::all_of(arguments->required.begin(), arguments->required.end(), canMatch) &&
               std::all_of(arguments->optional.begin(), arguments->optional.end(), canMatch);
    };
    const std::string* found = nullptr;
    for (const Possible& possible : m_possible)
        if (isPossible(possible)) {
            if (found)
                return nullptr;
            found = &possible.project;
        }
    return found;
}

} // namespace planlens::projects
