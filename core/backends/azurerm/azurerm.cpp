// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"

#include "core/backends/azurerm/client.h"
#include "core/backends/azurerm/settings.h"
#include "core/backends/remote/remote_backend.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

/// Identifies a container whose address is not known before the metadata host describes it; empty for others.
std::string undescribedPlace(const azurerm::ContainerSettings& settings) {
    const azurerm::AccountSettings& account = settings.account;
    return account.endpoint.empty()
               ? fmt::format("{}/{}/{}", account.credentials.metadataHost, account.name, settings.name)
               : std::string();
}

class AzurermBackend final : public RemoteBackend {
public:
    AzurermBackend(azurerm::Settings settings, const Setup& setup)
        : RemoteBackend("azurerm", setup)
        , m_container(settings.container)
        , m_undescribedPlace(undescribedPlace(settings.container))
        , m_key(std::move(settings.key))
        , m_snapshots(settings.snapshots) {}

private:
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return azurerm::makeClient(m_container, azurerm::stateBlob(m_key, workspace), m_snapshots);
    }
    std::string place(const std::string& workspace) const override {
        const std::string blob = azurerm::stateBlob(m_key, workspace);
        return m_undescribedPlace.empty() ? m_container.url(blob) : m_undescribedPlace + '/' + blob;
    }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override;
    Diagnostics deleteState(const std::string& workspace, WorkspaceState& locked,
                            const std::stop_token& stop) const override;

    azurerm::Container m_container;
    std::string m_undescribedPlace;
    std::string m_key;
    azurerm::Snapshots m_snapshots;
};

Result<std::vector<std::string>> AzurermBackend::storedWorkspaces(const std::stop_token& stop) const {
    if (Diagnostics problems = m_container.connect(stop); problems.hasErrors())
        return problems;
    const std::string prefix = azurerm::stateBlob(m_key, {});
    const auto blobs = m_container.list(prefix, stop);
    if (!blobs)
        return Diagnostic::error("error listing blobs: " + blobs.error().text, {});
    std::vector<std::string> names;
    for (const std::string& blob : *blobs) {
        std::string name = blob.starts_with(prefix) ? blob.substr(prefix.size()) : std::string();
        if (!name.empty() && name.find('/') == std::string::npos)
            names.push_back(std::move(name));
    }
    return names;
}

/// The lease must be released before: Azure refuses to delete a blob with a lease, whoever holds it.
Diagnostics AzurermBackend::deleteState(const std::string& workspace, WorkspaceState& locked,
                                        const std::stop_token& stop) const {
    Diagnostics diagnostics = locked.unlock();
    if (diagnostics.hasErrors())
        return diagnostics;
    const auto deleted = m_container.remove(azurerm::stateBlob(m_key, workspace), stop);
    if (!deleted && deleted.error().status != 404)
        diagnostics.error("error deleting blob: " + deleted.error().text, {});
    return diagnostics;
}

} // namespace

Result<std::unique_ptr<Backend>> makeAzurermBackend(const Setup& setup) {
    Result<azurerm::Settings> settings = azurerm::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<AzurermBackend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
