// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/consul.h"

#include "core/backends/consul/client.h"
#include "core/backends/remote/error_list.h"
#include "core/backends/remote/remote_backend.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

class ConsulBackend final : public RemoteBackend {
public:
    ConsulBackend(consul::Settings settings, const Setup& setup)
        : RemoteBackend("consul", setup)
        , m_settings(std::move(settings)) {}

private:
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return consul::makeClient(m_settings, workspace);
    }
    std::string place(const std::string& workspace) const override {
        const consul::ServerSettings& server = m_settings.server;
        return fmt::format("{}\n{}\n{}\n{}", server.url, server.unixSocket,
                           cloud::http::encodedParameters(server.parameters),
                           consul::statePath(m_settings.path, workspace));
    }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override;
    Diagnostics deleteState(const std::string& workspace, WorkspaceState&, const std::stop_token& stop) const override {
        if (const system::IoOutcome deleted = consul::deleteState(m_settings, workspace, stop); !deleted)
            return Diagnostic::error(deleted.error(), {});
        return {};
    }

    consul::Settings m_settings;
};

Result<std::vector<std::string>> ConsulBackend::storedWorkspaces(const std::stop_token& stop) const {
    const std::string prefix = consul::statePath(m_settings.path, {});
    const auto keys = consul::Server(m_settings.server).keys(prefix, stop);
    if (!keys)
        return errorWithAdvice(keys.error().text);
    std::vector<std::string> names;
    for (const std::string& key : *keys) // those with a slash are locks and parts of states
        if (key.size() > prefix.size() && key.starts_with(prefix) && key.find('/', prefix.size()) == std::string::npos)
            names.push_back(key.substr(prefix.size()));
    return names;
}

} // namespace

Result<std::unique_ptr<Backend>> makeConsulBackend(const Setup& setup) {
    Result<consul::Settings> settings = consul::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<ConsulBackend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
