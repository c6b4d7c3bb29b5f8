// SPDX-License-Identifier: MPL-2.0
#include "core/backends/local.h"

#include "core/states/file/stored_file.h"
#include "core/states/workspace.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace planlens::backends {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Value;

namespace {

struct Arguments {
    std::string path, workspaceDirectory; // empty: the default
};

Result<Arguments> readArguments(const Value& given) {
    Arguments arguments;
    Diagnostics diagnostics;
    const auto read = [&](const char* name, const char* summary, std::string& target) {
        const Value value = given.isNull() ? Value() : given.attribute(name);
        if (value.isNull())
            return;
        target = value.asString();
        if (target.empty())
            diagnostics.append(
                Diagnostic::error(summary, fmt::format("The \"{}\" attribute value must not be empty.", name))
                    .withCode(diags::ErrorCode::InvalidBackendArgument, name));
    };
    read("path", "Invalid local state file path", arguments.path);
    read("workspace_dir", "Invalid local workspace directory path", arguments.workspaceDirectory);
    if (diagnostics.hasErrors())
        return diagnostics;
    return arguments;
}

bool isDefault(std::string_view workspace) {
    return workspace.empty() || workspace == "default";
}

states::StatePaths pathsOf(const Arguments& arguments, const fs::path& directory, std::string_view workspace) {
    states::StatePaths paths = states::localStatePaths(directory, workspace);
    if (isDefault(workspace) && !arguments.path.empty())
        paths.state = directory / arguments.path;
    else if (!isDefault(workspace) && !arguments.workspaceDirectory.empty())
        paths.state = directory / arguments.workspaceDirectory / workspace / "terraform.tfstate";
    paths.stateOut = paths.state;
    paths.backup = states::backupPath(paths.state);
    return paths;
}

Diagnostic failedToUnlock(const std::string& cause) {
    return Diagnostic::error("Failed to unlock state: " + cause, {});
}

class LocalState final : public WorkspaceState {
public:
    LocalState(states::StatePaths paths, states::EncryptionPtr encryption)
        : m_manager(std::move(paths), std::move(encryption)) {}

    Result<StoredState> read(std::stop_token) override {
        Diagnostics diagnostics;
        std::optional<states::File> file = m_manager.read().into(diagnostics);
        if (!file)
            return diagnostics;
        const bool exists = states::exists(*file);
        return {StoredState{*std::move(file), exists}, std::move(diagnostics)};
    }
    Diagnostics lock(std::string_view operation, std::chrono::nanoseconds timeout, std::stop_token stop) override {
        return m_manager.lock(operation, timeout, std::move(stop), m_lockHolderHandler);
    }
    void setLockHolderHandler(states::LockHolderHandler handler) override { m_lockHolderHandler = std::move(handler); }
    Diagnostics openWithoutLock() override { return m_manager.openWithoutLock(); }
    Diagnostics unlock() override { return m_manager.unlock(); }
    Result<states::File> write(std::shared_ptr<const states::State> state) override {
        return m_manager.save(std::move(state));
    }
    Diagnostics overwrite(const states::File& file) override { return m_manager.overwrite(file); }
    states::EncryptionPtr encryption() const override { return m_manager.encryption(); }
    fs::path journalBase() const override { return m_manager.paths().stateOut; }
    void discardJournal() override { m_manager.discardJournal(); }
    bool needsReencryption() const override { return m_manager.needsReencryption(); }

    Result<std::optional<states::FoundLock>> findLock() override {
        auto found = states::findLock(m_manager.paths().stateOut);
        if (!found)
            return failedToUnlock(found.error());
        return *std::move(found);
    }
    Diagnostics forceUnlock(const std::string& id) override {
        const fs::path& file = m_manager.paths().stateOut;
        const auto found = states::findLock(file);
        if (!found)
            return failedToUnlock(found.error());
        if (!*found)
            return failedToUnlock("LocalState not locked");
        if (const std::string& current = (*found)->info.id; current != id)
            return failedToUnlock(
                fmt::format("invalid lock id: {}. current id: {}", values::quoted(id), values::quoted(current)));
        if (const system::IoOutcome removed = states::removeStaleLock(file); !removed)
            return failedToUnlock(removed.error());
        return {};
    }

private:
    states::LockHolderHandler m_lockHolderHandler; // may be empty
    states::LocalManager m_manager;
};

class LocalBackend final : public Backend {
public:
    LocalBackend(Arguments arguments, const Setup& setup)
        : m_arguments(std::move(arguments))
        , m_directory(setup.directory)
        , m_paths(setup.paths)
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override {
        return {.write = true, .lock = true, .findLock = true, .workspaces = true};
    }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        return std::make_unique<LocalState>(m_paths.value_or(pathsOf(m_arguments, m_directory, workspace)),
                                            m_encryption);
    }
    Result<std::vector<std::string>> workspaces(std::stop_token) const override {
        return states::listWorkspaces(folder());
    }
    Diagnostics createWorkspace(const std::string& name, std::stop_token) const override {
        std::error_code error;
        if (!isDefault(name))
            fs::create_directories(folder() / name, error);
        if (error)
            return Diagnostic::error(system::ioError("mkdir", folder() / name, error.value()), {});
        return {};
    }
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token) const override {
        if (isDefault(name))
            return Diagnostic::error("Workspace cannot be deleted", "The workspace \"default\" cannot be deleted.");
        const Result<std::vector<std::string>> names = states::listWorkspaces(folder());
        if (!names.value)
            return names.diagnostics;
        if (std::ranges::find(*names, name) == names->end())
            return Diagnostic::error(fmt::format("Workspace {} doesn't exist", values::quoted(name)),
                                     fmt::format("There is no folder {} with its state.", (folder() / name).string()));
        const auto lock = states::findLock(pathsOf(m_arguments, m_directory, name).state);
        if (!lock)
            return Diagnostic::error(
                "Workspace cannot be deleted",
                fmt::format("It is unknown whether another process has locked its state: {}.", lock.error()));
        if (*lock && (*lock)->holder == states::FoundLock::Holder::Alive)
            return Diagnostic::error("Workspace cannot be deleted",
                                     fmt::format("Another process has locked the state of the workspace {}. Wait until "
                                                 "it has ended.",
                                                 values::quoted(name)));
        std::error_code error;
        fs::remove_all(folder() / name, error);
        if (error)
            return Diagnostic::error("Workspace cannot be deleted",
                                     system::ioError("remove", folder() / name, error.value()) + ".");
        return {};
    }

private:
    fs::path folder() const {
        return m_directory /
               (m_arguments.workspaceDirectory.empty() ? states::workspacesDirectory : m_arguments.workspaceDirectory);
    }

    Arguments m_arguments;
    fs::path m_directory;
    std::optional<states::StatePaths> m_paths;
    states::EncryptionPtr m_encryption;
};

} // namespace

const schemas::Block& localArguments() {
    static const schemas::Block schema = [] {
        schemas::Attribute text;
        text.type = values::Type::string();
        text.optional = true;
        schemas::Block block;
        block.attributes = {{"path", text}, {"workspace_dir", text}};
        return block;
    }();
    return schema;
}

Diagnostics checkLocalArguments(const Value& arguments) {
    return readArguments(arguments).diagnostics;
}

Result<std::unique_ptr<Backend>> makeLocalBackend(const Setup& setup) {
    Result<Arguments> arguments = readArguments(setup.arguments);
    if (!arguments.isOk())
        return std::move(arguments.diagnostics);
    return std::unique_ptr<Backend>(std::make_unique<LocalBackend>(*std::move(arguments.value), setup));
}

Result<states::StatePaths> localStatePaths(const Setup& setup, std::string_view workspace) {
    const Result<Arguments> arguments = readArguments(setup.arguments);
    if (!arguments.isOk())
        return arguments.diagnostics;
    return pathsOf(*arguments, setup.directory, workspace);
}

} // namespace planlens::backends
