// SPDX-License-Identifier: MPL-2.0
#include "core/backends/backend.h"

namespace planlens::backends {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

Diagnostic notWritable() {
    return Diagnostic::error("State not writable",
                             "Planlens only reads this state. Apply the plan with the tool that manages the state.");
}

Diagnostic notLockable() {
    return Diagnostic::error("State locks not supported", "Planlens does not manage the lock of this state. Use the "
                                                          "tool that manages the state, or disable locking with "
                                                          "\"-lock=false\".");
}

Diagnostic noWorkspaces() {
    return Diagnostic::error("Workspaces not supported", "This backend has only the workspace \"default\".");
}

} // namespace

Diagnostics WorkspaceState::lock(std::string_view, std::chrono::nanoseconds, std::stop_token) {
    return notLockable();
}

Diagnostics WorkspaceState::openWithoutLock() {
    return notWritable();
}

Diagnostics WorkspaceState::unlock() {
    return {};
}

Diagnostics WorkspaceState::checkLock() {
    return {};
}

Diagnostics WorkspaceState::confirm() {
    return checkLock();
}

Result<states::File> WorkspaceState::write(std::shared_ptr<const states::State>) {
    return notWritable();
}

states::EncryptionPtr WorkspaceState::encryption() const {
    return nullptr;
}
Diagnostics WorkspaceState::overwrite(const states::File&) {
    return notWritable();
}

std::filesystem::path WorkspaceState::journalBase() const {
    return {};
}

std::chrono::seconds WorkspaceState::snapshotInterval() const {
    return std::chrono::seconds(1);
}

Result<std::optional<states::FoundLock>> WorkspaceState::findLock() {
    return Diagnostic::error("Lock not readable", "The holder of the lock is only known to those who try to lock the "
                                                  "state.");
}

Diagnostics WorkspaceState::forceUnlock(const std::string&) {
    return notLockable();
}

Result<std::vector<std::string>> Backend::workspaces(std::stop_token) const {
    return noWorkspaces();
}

Diagnostics Backend::createWorkspace(const std::string& name, std::stop_token stop) const {
    if (!capabilities().workspaces)
        return noWorkspaces();
    const std::unique_ptr<WorkspaceState> created = state(name);
    Diagnostics diagnostics = created->lock("init", {}, stop);
    if (diagnostics.hasErrors())
        return diagnostics;
    const std::optional<StoredState> stored = created->read(stop).into(diagnostics);
    if (stored && !stored->exists)
        diagnostics.append(created->write(std::make_shared<const states::State>()).diagnostics);
    diagnostics.append(created->unlock());
    return diagnostics;
}

Diagnostics Backend::deleteWorkspace(const std::string&, std::stop_token) const {
    return noWorkspaces();
}

} // namespace planlens::backends
