// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/kubernetes.h"

#include "core/backends/kubernetes/client.h"
#include "core/backends/remote/error_list.h"
#include "core/backends/remote/remote_backend.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

class KubernetesBackend final : public RemoteBackend {
public:
    KubernetesBackend(kubernetes::Settings settings, const Setup& setup)
        : RemoteBackend("kubernetes", setup)
        , m_settings(std::move(settings)) {}

private:
    std::string emptyNameProblem() const override { return "missing state name"; }
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return kubernetes::makeClient(m_settings, workspace);
    }
    std::string place(const std::string& workspace) const override {
        return fmt::format("{}\n{}\n{}\n{}", m_settings.server.url, m_settings.server.connectTo, m_settings.nameSpace,
                           kubernetes::secretName(m_settings, workspace));
    }
    kubernetes::Server server() const { return {m_settings.server, m_settings.nameSpace}; }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override;
    Diagnostics deleteState(const std::string& workspace, WorkspaceState& locked,
                            const std::stop_token& stop) const override;

    kubernetes::Settings m_settings;
};

Result<std::vector<std::string>> KubernetesBackend::storedWorkspaces(const std::stop_token& stop) const {
    const auto secrets = server().secretLabels(fmt::format("{}=true", kubernetes::stateLabel), stop);
    if (!secrets)
        return errorWithAdvice(secrets.error().text);
    std::vector<std::string> names;
    for (const kubernetes::Labels& labels : *secrets) {
        const auto suffix = labels.find(kubernetes::suffixLabel), workspace = labels.find(kubernetes::workspaceLabel);
        if (workspace != labels.end() && suffix != labels.end() && suffix->second == m_settings.secretSuffix)
            names.push_back(workspace->second);
    }
    return names;
}

Diagnostics KubernetesBackend::deleteState(const std::string& workspace, WorkspaceState& locked,
                                           const std::stop_token& stop) const {
    const kubernetes::Server server = this->server();
    const std::string name = kubernetes::secretName(m_settings, workspace);
    if (const auto deleted = kubernetes::deleteSecret(server, name, stop); !deleted)
        return Diagnostic::error(deleted.error(), {});
    Diagnostics diagnostics = locked.unlock();
    if (const auto deleted = kubernetes::deleteLease(server, kubernetes::leaseName(m_settings, workspace), stop);
        !deleted)
        diagnostics.append(Diagnostic::error(deleted.error(), {}));
    return diagnostics;
}

} // namespace

Result<std::unique_ptr<Backend>> makeKubernetesBackend(const Setup& setup) {
    Result<kubernetes::Settings> settings = kubernetes::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<KubernetesBackend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
