// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/s3.h"

#include "core/backends/remote/remote_backend.h"
#include "core/backends/s3/client.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

/// The workspace whose state has this key; empty if it is another object.
std::string workspaceOf(const std::string& key, const s3::Settings& settings) {
    std::string_view rest = key;
    if (!settings.workspacePrefix.empty()) {
        const std::string prefix = settings.workspacePrefix + '/';
        if (!rest.starts_with(prefix))
            return {};
        rest.remove_prefix(prefix.size());
    }
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || rest.substr(slash + 1) != settings.key)
        return {};
    return std::string(rest.substr(0, slash));
}

class S3Backend final : public RemoteBackend {
public:
    S3Backend(s3::Settings settings, const Setup& setup)
        : RemoteBackend("s3", setup)
        , m_settings(std::move(settings)) {}

private:
    std::string emptyNameProblem() const override { return "missing state name"; }
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return s3::makeClient(m_settings, keyOf(workspace));
    }
    std::string place(const std::string& workspace) const override {
        const auto endpoint = m_settings.aws.endpoints.find(cloud::aws::Service::S3);
        return fmt::format("{}\n{}\n{}", endpoint == m_settings.aws.endpoints.end() ? std::string() : endpoint->second,
                           m_settings.store.bucket, keyOf(workspace));
    }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override;
    Diagnostics deleteState(const std::string& workspace, WorkspaceState& locked,
                            const std::stop_token& stop) const override;
    std::string keyOf(const std::string& workspace) const {
        if (workspace == "default")
            return m_settings.key;
        return (std::filesystem::path(m_settings.workspacePrefix) / workspace / m_settings.key)
            .lexically_normal()
            .generic_string();
    }

    s3::Settings m_settings;
};

Result<std::vector<std::string>> S3Backend::storedWorkspaces(const std::stop_token& stop) const {
    cloud::aws::Session session(m_settings.aws);
    if (Diagnostics problems = session.connect(stop); problems.hasErrors())
        return problems;
    const s3::Bucket store(session, m_settings.store);
    const auto keys = store.list(m_settings.workspacePrefix.empty() ? "" : m_settings.workspacePrefix + '/', stop);
    std::vector<std::string> names;
    if (!keys) {
        // Whoever uses only the default workspace needs no right to list.
        if (keys.error().is("AccessDenied"))
            return names;
        return Diagnostic::error(s3::messageOf(keys.error()), {});
    }
    for (const std::string& key : *keys)
        if (std::string name = workspaceOf(key, m_settings); !name.empty())
            names.push_back(std::move(name));
    return names;
}

Diagnostics S3Backend::deleteState(const std::string& workspace, WorkspaceState&, const std::stop_token& stop) const {
    cloud::aws::Session session(m_settings.aws);
    Diagnostics diagnostics = session.connect(stop);
    if (!diagnostics.hasErrors())
        if (const auto deleted = s3::deleteState(m_settings, session, keyOf(workspace), stop); !deleted)
            diagnostics.error(deleted.error(), {});
    return diagnostics;
}

} // namespace

Diagnostics checkS3Arguments(const values::Value& arguments) {
    return s3::checkArguments(arguments);
}

Result<std::unique_ptr<Backend>> makeS3Backend(const Setup& setup) {
    Result<s3::Settings> settings = s3::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<S3Backend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
