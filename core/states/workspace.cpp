// SPDX-License-Identifier: MPL-2.0
#include "core/states/workspace.h"

#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/format.h>

namespace planlens::states {
namespace {

constexpr auto defaultWorkspace = "default";
constexpr auto workspaceFile = "environment";

/// Whether a name is a single path component other than "." and "..".
bool isFolderName(std::string_view name) {
    return name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos && name != "." && name != "..";
}

} // namespace

std::filesystem::path dataDirectory(const std::filesystem::path& workingDirectory) {
    const std::string configured = system::environmentText("TF_DATA_DIR");
    return workingDirectory / (configured.empty() ? ".terraform" : configured);
}

bool isValidWorkspaceName(std::string_view name) {
    if (!isFolderName(name))
        return false;
    constexpr std::string_view unescaped = "-_.~$&+=:@";
    return std::all_of(name.begin(), name.end(), [unescaped](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               unescaped.find(c) != std::string_view::npos;
    });
}

diags::Result<std::string> currentWorkspace(const std::filesystem::path& workingDirectory) {
    if (std::string forced = system::environmentText("TF_WORKSPACE"); !forced.empty()) {
        if (isValidWorkspaceName(forced))
            return forced;
        return diags::Diagnostic::error("Invalid workspace name set using TF_WORKSPACE", {});
    }
    const auto text = system::readFileIfExists(dataDirectory(workingDirectory) / workspaceFile);
    if (!text)
        return diags::Diagnostic::error("Failed to read the selected workspace", text.error() + ".");
    const std::string name(values::trimmed(*text));
    if (!isFolderName(name))
        return diags::Diagnostic::error(
            "Invalid workspace name",
            fmt::format("The file {} selects the workspace {}. Its state would be outside the directory of the "
                        "workspaces. Select "
                        "a workspace with \"tofu workspace select\", or delete the file to use the default workspace.",
                        (dataDirectory(workingDirectory) / workspaceFile).string(), values::quoted(name)));
    return name.empty() ? std::string(defaultWorkspace) : name;
}

diags::Result<std::vector<std::string>> listWorkspaces(const std::filesystem::path& workspacesFolder) {
    std::vector<std::string> names;
    const auto entries = system::listDirectory(workspacesFolder);
    if (!entries && !entries.error().isMissingDirectory())
        return diags::Diagnostic::error("Failed to list the workspaces", entries.error().toString() + ".");
    for (const system::DirectoryEntry& entry : entries ? *entries : std::vector<system::DirectoryEntry>())
        if (entry.isDirectory && !entry.isLink)
            names.push_back(entry.name);
    names.insert(names.begin(), defaultWorkspace);
    return names;
}

system::IoOutcome storeSelectedWorkspace(const std::filesystem::path& workingDirectory, std::string_view name) {
    const std::filesystem::path data = dataDirectory(workingDirectory);
    std::error_code error;
    std::filesystem::create_directories(data, error);
    if (error)
        return diags::Unexpected{system::ioError("mkdir", data, error.value())};
    return system::replaceFile(data / workspaceFile, name, 0644);
}

diags::Diagnostics selectWorkspace(const std::filesystem::path& workingDirectory, std::string_view name,
                                   const std::vector<std::string>& existing) {
    diags::Diagnostics diagnostics;
    if (!system::environmentText("TF_WORKSPACE").empty()) {
        diagnostics.error(
            "The selected workspace is overridden using the TF_WORKSPACE environment variable",
            "To select a new workspace, either update this environment variable or unset it and then run this "
            "command again.");
        return diagnostics;
    }
    if (!isValidWorkspaceName(name)) {
        diagnostics.error(
            "Invalid workspace name",
            "The workspace name " + values::quoted(name) +
                " is not allowed. The name must contain only URL safe characters, and no path separators.");
        return diagnostics;
    }
    if (std::find(existing.begin(), existing.end(), name) == existing.end()) {
        diagnostics.error(
            "Workspace " + values::quoted(name) + " doesn't exist",
            "You can create this workspace with the \"new\" subcommand \nor include the \"-or-create\" flag "
            "with the \"select\" subcommand.");
        return diagnostics;
    }
    if (const system::IoOutcome written = storeSelectedWorkspace(workingDirectory, name); !written)
        diagnostics.error("Error setting workspace", "Could not set the requested workspace: " + written.error() +
                                                         ". Check that the folder can be written.");
    return diagnostics;
}

} // namespace planlens::states
