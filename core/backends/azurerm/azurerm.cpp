// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"

#include "core/backends/azurerm/client.h"
#include "core/backends/azurerm/settings.h"
#include "core/backends/remote/remote_state.h"
#include "core/states/file/text_hash.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <utility>

namespace planlens::backends {
namespace {

namespace fs = std::filesystem;
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

class AzurermBackend final : public Backend {
public:
    AzurermBackend(azurerm::Settings settings, const Setup& setup)
        : m_container(settings.container)
        , m_undescribedPlace(undescribedPlace(settings.container))
        , m_key(std::move(settings.key))
        , m_snapshots(settings.snapshots)
        , m_directory(setup.directory)
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override { return {.write = true, .lock = true, .workspaces = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        const std::string blob = azurerm::stateBlob(m_key, workspace);
        return makeRemoteState(azurerm::makeClient(m_container, blob, m_snapshots), journalBase(blob), m_encryption);
    }
    Result<std::vector<std::string>> workspaces(std::stop_token stop) const override;
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override;

private:
    /// The file beside which the journal is kept. Its name contains a digest of
    /// the place of the state.
    fs::path journalBase(const std::string& blob) const {
        const std::string place = m_undescribedPlace.empty() ? m_container.url(blob) : m_undescribedPlace + '/' + blob;
        return m_directory / ("azurerm-" + states::textHash(place).substr(0, 16) + ".tfstate");
    }

    azurerm::Container m_container;
    std::string m_undescribedPlace;
    std::string m_key;
    azurerm::Snapshots m_snapshots;
    fs::path m_directory;
    states::EncryptionPtr m_encryption;
};

Result<std::vector<std::string>> AzurermBackend::workspaces(std::stop_token stop) const {
    if (Diagnostics problems = m_container.connect(stop); problems.hasErrors())
        return problems;
    const std::string prefix = azurerm::stateBlob(m_key, {});
    const auto blobs = m_container.list(prefix, stop);
    if (!blobs)
        return Diagnostic::error("error listing blobs: " + blobs.error().text, {});
    std::set<std::string> others;
    for (const std::string& blob : *blobs) {
        std::string name = blob.starts_with(prefix) ? blob.substr(prefix.size()) : std::string();
        if (!name.empty() && name != "default" && name.find('/') == std::string::npos)
            others.insert(std::move(name));
    }
    std::vector<std::string> names{"default"};
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

Diagnostics AzurermBackend::deleteWorkspace(const std::string& name, std::stop_token stop) const {
    if (name == "default" || name.empty())
        return Diagnostic::error("can't delete default state", {});
    const Result<std::vector<std::string>> names = workspaces(stop);
    if (!names.isOk())
        return names.diagnostics;
    if (std::ranges::find(*names, name) == names->end())
        return Diagnostic::error(fmt::format("Workspace {} doesn't exist", values::quoted(name)), {});
    // The lease must be released before: Azure refuses to delete a blob with a
    // lease, whoever holds it.
    const std::unique_ptr<WorkspaceState> locked = state(name);
    Diagnostics diagnostics = locked->lock("workspace-delete", {}, stop);
    if (!diagnostics.hasErrors())
        diagnostics.append(locked->unlock());
    if (diagnostics.hasErrors())
        return diagnostics;
    const auto deleted = m_container.remove(azurerm::stateBlob(m_key, name), stop);
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
