// SPDX-License-Identifier: MPL-2.0
#include "core/system/environment.h"

#include "core/system/file.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace planlens::system {

std::optional<std::string> environmentVariable(const char* name) {
    const char* value = std::getenv(name);
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string environmentText(const std::string& name) {
    return environmentVariable(name.c_str()).value_or("");
}

std::vector<std::string> ownEnvironment() {
    std::vector<std::string> result;
    for (char** variable = environ; variable && *variable; ++variable)
        result.emplace_back(*variable);
    return result;
}

std::vector<std::string> withVariables(std::vector<std::string> environment,
                                       const std::vector<std::pair<std::string, std::string>>& variables) {
    std::erase_if(environment, [&](std::string_view variable) {
        const std::string_view name = variable.substr(0, variable.find('='));
        return std::any_of(variables.begin(), variables.end(),
                           [name](const auto& given) { return given.first == name; });
    });
    for (const auto& [name, value] : variables)
        environment.push_back(name + "=" + value);
    return environment;
}

namespace {

/// Returns the absolute folders of PATH. Empty and relative ones depend on the current folder: a program that is there
/// by accident must not be started.
std::vector<std::string> programFolders() {
    const std::string folders = environmentVariable("PATH").value_or("");
    std::vector<std::string> absolute;
    for (std::string_view rest = folders; !rest.empty();) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        if (folder.starts_with('/'))
            absolute.emplace_back(folder);
    }
    return absolute;
}

} // namespace

diags::Expected<std::filesystem::path, std::string> findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos)
        return std::filesystem::path(name);
    for (const std::string& folder : programFolders()) {
        std::filesystem::path path = std::filesystem::path(folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0)
            return path;
    }
    return diags::Unexpected{fmt::format("exec: \"{}\": executable file not found in $PATH", name)};
}

void removeRelativeProgramFolders() {
    const std::vector<std::string> folders = programFolders();
    if (folders.empty())
        ::unsetenv("PATH"); // an empty one is the current folder
    else
        ::setenv("PATH", fmt::format("{}", fmt::join(folders, ":")).c_str(), 1);
}

diags::Expected<std::filesystem::path, std::string> currentDirectory() {
    std::error_code error;
    if (std::string named = environmentVariable("PWD").value_or("");
        named.starts_with('/') && std::filesystem::equivalent(named, ".", error))
        return std::filesystem::path(std::move(named));
    std::filesystem::path directory = std::filesystem::current_path(error);
    if (error)
        return diags::Unexpected{"getwd: " + errnoText(error.value())};
    return directory;
}

std::filesystem::path absolutePath(const std::filesystem::path& path) {
    if (path.is_absolute())
        return path;
    const auto directory = currentDirectory();
    return directory ? *directory / path : path;
}

} // namespace planlens::system
