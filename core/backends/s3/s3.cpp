// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/s3.h"

#include "core/backends/remote/remote_state.h"
#include "core/backends/s3/client.h"
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

class S3Backend final : public Backend {
public:
    S3Backend(s3::Settings settings, const Setup& setup)
        : m_settings(std::move(settings))
        , m_directory(setup.directory)
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override { return {.write = true, .lock = true, .workspaces = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        return makeRemoteState(s3::makeClient(m_settings, keyOf(workspace)), journalBase(workspace), m_encryption);
    }
    Result<std::vector<std::string>> workspaces(std::stop_token stop) const override;
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override;

private:
    std::string keyOf(const std::string& workspace) const {
        if (workspace == "default")
            return m_settings.key;
        return (fs::path(m_settings.workspacePrefix) / workspace / m_settings.key).lexically_normal().generic_string();
    }
    /// The file beside which the journal is kept. Its name contains a digest of the place of the state.
    fs::path journalBase(const std::string& workspace) const {
        const auto endpoint = m_settings.aws.endpoints.find(cloud::aws::Service::S3);
        const std::string place =
            fmt::format("{}\n{}\n{}", endpoint == m_settings.aws.endpoints.end() ? std::string() : endpoint->second,
                        m_settings.store.bucket, keyOf(workspace));
        return m_directory / ("s3-" + states::textHash(place).substr(0, 16) + ".tfstate");
    }

    s3::Settings m_settings;
    fs::path m_directory;
    states::EncryptionPtr m_encryption;
};

Result<std::vector<std::string>> S3Backend::workspaces(std::stop_token stop) const {
    cloud::aws::Session session(m_settings.aws);
    if (Diagnostics problems = session.connect(stop); problems.hasErrors())
        return problems;
    const s3::Bucket store(session, m_settings.store);
    const auto keys = store.list(m_settings.workspacePrefix.empty() ? "" : m_settings.workspacePrefix + '/', stop);
    std::vector<std::string> names{"default"};
    if (!keys) {
        // Whoever uses only the default workspace needs no right to list.
        if (keys.error().is("AccessDenied"))
            return names;
        return Diagnostic::error(s3::messageOf(keys.error()), {});
    }
    std::set<std::string> others;
    for (const std::string& key : *keys)
        if (std::string name = workspaceOf(key, m_settings); !name.empty() && name != "default")
            others.insert(std::move(name));
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

Diagnostics S3Backend::deleteWorkspace(const std::string& name, std::stop_token stop) const {
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
    cloud::aws::Session session(m_settings.aws);
    diagnostics.append(session.connect(stop));
    if (!diagnostics.hasErrors())
        if (const auto deleted = s3::deleteState(m_settings, session, keyOf(name), stop); !deleted)
            diagnostics.error(deleted.error(), {});
    diagnostics.append(locked->unlock());
    return diagnostics;
}

} // namespace

Result<std::unique_ptr<Backend>> makeS3Backend(const Setup& setup) {
    Result<s3::Settings> settings = s3::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<S3Backend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
