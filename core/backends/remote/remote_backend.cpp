// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/remote_backend.h"

#include "core/backends/remote/remote_state.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <utility>

namespace planlens::backends {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

RemoteBackend::RemoteBackend(std::string name, const Setup& setup)
    : m_name(std::move(name))
    , m_directory(setup.directory)
    , m_encryption(setup.encryption) {}

std::unique_ptr<WorkspaceState> RemoteBackend::state(const std::string& workspace) const {
    return makeRemoteState(client(workspace), journalBase(m_directory, m_name, place(workspace)), m_encryption);
}

Result<std::vector<std::string>> RemoteBackend::workspaces(std::stop_token stop) const {
    Result<std::vector<std::string>> stored = storedWorkspaces(stop);
    if (!stored.isOk())
        return std::move(stored.diagnostics);
    std::set<std::string> others(stored->begin(), stored->end());
    others.erase("default");
    std::vector<std::string> names{"default"};
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

Diagnostics RemoteBackend::createWorkspace(const std::string& name, std::stop_token stop) const {
    if (const std::string problem = emptyNameProblem(); name.empty() && !problem.empty())
        return Diagnostic::error(problem, {});
    return Backend::createWorkspace(name, std::move(stop));
}

Diagnostics RemoteBackend::deleteWorkspace(const std::string& name, std::stop_token stop) const {
    if (name == "default" || name.empty())
        return Diagnostic::error("can't delete default state", {});
    const Result<std::vector<std::string>> names = workspaces(stop);
    if (!names.isOk())
        return names.diagnostics;
    if (std::ranges::find(*names, name) == names->end())
        return Diagnostic::error(fmt::format("Workspace {} doesn't exist", values::quoted(name)), {});
    const std::unique_ptr<WorkspaceState> locked = state(name);
    Diagnostics diagnostics = locked->lock("workspace-delete", {}, stop);
    if (diagnostics.hasErrors())
        return diagnostics;
    diagnostics.append(deleteState(name, *locked, stop));
    diagnostics.append(locked->unlock());
    return diagnostics;
}

} // namespace planlens::backends
