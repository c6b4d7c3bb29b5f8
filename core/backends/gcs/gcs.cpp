// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/gcs.h"

#include "core/backends/gcs/client.h"
#include "core/backends/remote/remote_backend.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

constexpr std::string_view stateSuffix = ".tfstate";

class GcsBackend final : public RemoteBackend {
public:
    GcsBackend(gcs::Settings settings, const Setup& setup)
        : RemoteBackend("gcs", setup)
        , m_settings(std::move(settings)) {}

    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override {
        if (name == "default" || name.empty())
            return Diagnostic::error(fmt::format("cowardly refusing to delete the {} state", values::quoted(name)), {});
        return RemoteBackend::deleteWorkspace(name, stop);
    }

private:
    std::string emptyNameProblem() const override { return "\"\" is not a valid state name"; }
    std::unique_ptr<Client> client(const std::string& workspace) const override {
        return gcs::makeClient(m_settings, workspace);
    }
    std::string place(const std::string& workspace) const override {
        return fmt::format("{}\n{}\n{}", m_settings.bucket.endpoint, m_settings.bucket.name,
                           gcs::stateObject(m_settings.prefix, workspace));
    }
    Result<std::vector<std::string>> storedWorkspaces(const std::stop_token& stop) const override;
    Diagnostics deleteState(const std::string& workspace, WorkspaceState& locked,
                            const std::stop_token& stop) const override;

    gcs::Settings m_settings;
};

Result<std::vector<std::string>> GcsBackend::storedWorkspaces(const std::stop_token& stop) const {
    cloud::google::Session session(m_settings.google);
    if (Diagnostics problems = session.connect(stop); problems.hasErrors())
        return problems;
    const auto objects = gcs::Bucket(session, m_settings.bucket).list(m_settings.prefix, stop);
    if (!objects)
        return Diagnostic::error("querying Cloud Storage failed: " + objects.error().text, {});
    std::vector<std::string> names;
    for (const std::string& object : *objects)
        if (object.ends_with(stateSuffix)) {
            std::string name = object.substr(object.rfind('/') + 1);
            name.resize(name.size() - stateSuffix.size());
            names.push_back(std::move(name));
        }
    return names;
}

Diagnostics GcsBackend::deleteState(const std::string& workspace, WorkspaceState&, const std::stop_token& stop) const {
    cloud::google::Session session(m_settings.google);
    const gcs::Bucket bucket(session, m_settings.bucket);
    const std::string object = gcs::stateObject(m_settings.prefix, workspace);
    const auto deleted = bucket.remove(object, {}, stop);
    if (deleted || (deleted.error().isRepeated && deleted.error().status == 404))
        return {};
    return Diagnostic::error(
        fmt::format("Failed to delete state file {}: {}", bucket.url(object), deleted.error().text), {});
}

} // namespace

Result<std::unique_ptr<Backend>> makeGcsBackend(const Setup& setup) {
    Result<gcs::Settings> settings = gcs::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<GcsBackend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
