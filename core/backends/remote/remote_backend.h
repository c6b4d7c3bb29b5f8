// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/remote/client.h"
#include "core/backends/types.h"

#include <memory>
#include <string>
#include <vector>

namespace planlens::backends {

/// A backend with workspaces whose states are stored by clients.
class RemoteBackend : public Backend {
public:
    /// The name is the one of the type.
    RemoteBackend(std::string name, const Setup& setup);

    Capabilities capabilities() const override { return {.write = true, .lock = true, .workspaces = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override;
    diags::Result<std::vector<std::string>> workspaces(std::stop_token stop) const override;
    diags::Diagnostics createWorkspace(const std::string& name, std::stop_token stop) const override;
    diags::Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override;

protected:
    const states::EncryptionPtr& encryption() const { return m_encryption; }

private:
    virtual std::unique_ptr<Client> client(const std::string& workspace) const = 0;
    /// Identifies the state among all of this type. Its digest becomes a part of the name of the journal.
    virtual std::string place(const std::string& workspace) const = 0;
    /// The names of all workspaces in any order, with or without "default".
    virtual diags::Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const = 0;
    /// Deletes the state of a workspace, which is locked. May unlock it before.
    virtual diags::Diagnostics deleteState(const std::string& workspace, WorkspaceState& locked,
                                           const std::stop_token& stop) const = 0;

    std::string m_name;
    std::filesystem::path m_directory;
    states::EncryptionPtr m_encryption;
};

} // namespace planlens::backends
