// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/gcs.h"

#include "core/backends/gcs/client.h"
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

constexpr std::string_view stateSuffix = ".tfstate";

class GcsBackend final : public Backend {
public:
    GcsBackend(gcs::Settings settings, const Setup& setup)
        : m_settings(std::move(settings))
        , m_directory(setup.directory)
        , m_encryption(setup.encryption) {}

    Capabilities capabilities() const override { return {.write = true, .lock = true, .workspaces = true}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        return makeRemoteState(gcs::makeClient(m_settings, workspace), journalBase(workspace), m_encryption);
    }
    Result<std::vector<std::string>> workspaces(std::stop_token stop) const override;
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override;

private:
    /// The file beside which the journal is kept. Its name contains a digest of the place of the state.
    fs::path journalBase(const std::string& workspace) const {
        const std::string place = fmt::format("{}\n{}\n{}", m_settings.bucket.endpoint, m_settings.bucket.name,
                                              gcs::stateObject(m_settings.prefix, workspace));
        return m_directory / ("gcs-" + states::textHash(place).substr(0, 16) + ".tfstate");
    }

    gcs::Settings m_settings;
    fs::path m_directory;
    states::EncryptionPtr m_encryption;
};

Result<std::vector<std::string>> GcsBackend::workspaces(std::stop_token stop) const {
    cloud::google::Session session(m_settings.google);
    if (Diagnostics problems = session.connect(stop); problems.hasErrors())
        return problems;
    const auto objects = gcs::Bucket(session, m_settings.bucket).list(m_settings.prefix, stop);
    if (!objects)
        return Diagnostic::error("querying Cloud Storage failed: " + objects.error().text, {});
    std::set<std::string> others;
    for (const std::string& object : *objects) {
        std::string name = object.substr(object.rfind('/') + 1);
        if (!name.ends_with(stateSuffix))
            continue;
        name.resize(name.size() - stateSuffix.size());
        if (name != "default")
            others.insert(std::move(name));
    }
    std::vector<std::string> names{"default"};
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

Diagnostics GcsBackend::deleteWorkspace(const std::string& name, std::stop_token stop) const {
    if (name == "default" || name.empty())
        return Diagnostic::error(fmt::format("cowardly refusing to delete the {} state", values::quoted(name)), {});
    const Result<std::vector<std::string>> names = workspaces(stop);
    if (!names.isOk())
        return names.diagnostics;
    if (std::ranges::find(*names, name) == names->end())
        return Diagnostic::error(fmt::format("Workspace {} doesn't exist", values::quoted(name)), {});
    const std::unique_ptr<WorkspaceState> locked = state(name);
    Diagnostics diagnostics = locked->lock("workspace-delete", {}, stop);
    if (diagnostics.hasErrors())
        return diagnostics;
    cloud::google::Session session(m_settings.google);
    const gcs::Bucket bucket(session, m_settings.bucket);
    const std::string object = gcs::stateObject(m_settings.prefix, name);
    if (const auto deleted = bucket.remove(object, {}, stop);
        !deleted && !(deleted.error().isRepeated && deleted.error().status == 404))
        diagnostics.error(fmt::format("Failed to delete state file {}: {}", bucket.url(object), deleted.error().text),
                          {});
    diagnostics.append(locked->unlock());
    return diagnostics;
}

} // namespace

Result<std::unique_ptr<Backend>> makeGcsBackend(const Setup& setup) {
    Result<gcs::Settings> settings = gcs::readSettings(setup);
    if (!settings.isOk())
        return std::move(settings.diagnostics);
    return {std::make_unique<GcsBackend>(*std::move(settings.value), setup), std::move(settings.diagnostics)};
}

} // namespace planlens::backends
