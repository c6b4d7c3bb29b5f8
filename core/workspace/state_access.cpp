// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/state_access.h"

#include "core/backends/tool.h"
#include "core/backends/types.h"
#include "core/configs/config.h"
#include "core/formats/applied_inputs.h"
#include "core/providers/packages/folder_registry.h"
#include "core/states/journal/journal.h"
#include "core/states/journal/recovery.h"
#include "core/system/threads/slow_notice.h"

#include <set>
#include <utility>

namespace planlens::workspace {

namespace fs = std::filesystem;
using diags::Diagnostics;
using diags::Result;

namespace {

using BackendPtr = std::unique_ptr<backends::Backend>;

Result<BackendPtr> openThroughTool(const Project& project, const StateOptions& options,
                                   std::optional<backends::Tool>& tool) {
    const std::string_view registry = project.config ? project.config->registry : addrs::openTofuRegistry;
    Diagnostics diagnostics;
    tool = backends::identifyTool(backends::findTool(options.toolName, registry, options.toolRun.environment),
                                  project.state.whyNotLocal(), registry, options.toolRun)
               .into(diagnostics);
    if (!tool)
        return diagnostics;
    return {backends::makeToolBackend(*tool, options.toolRun, backends::findBackendType(project.state.backend.type)),
            std::move(diagnostics)};
}

Result<BackendPtr> openNative(const Project& project, std::optional<states::StatePaths> paths) {
    if (project.state.encryption.isForbidden)
        return diags::Diagnostic::error(
            "State not decrypted", "The encryption of this directory starts programs or contacts servers, which is "
                                   "only done for directories that are trusted. Trust the directory and plan "
                                   "again.");
    const backends::BackendType* const type = backends::findBackendType(project.state.backend.type);
    Result<BackendPtr> made = type->make({.arguments = project.state.backend.config,
                                          .directory = project.directory,
                                          .paths = std::move(paths),
                                          .encryption = project.state.encryption.state()});
    if (made.isOk()) // as in OpenTofu, `init` has shown the warnings, for instance about deprecated arguments
        made.diagnostics.clear();
    return made;
}

/// Where an apply to the state in its former backend may have left a journal. Local states of other workspaces, and
/// those that options name, have journals of their own.
std::set<fs::path> journalDirectoriesOf(const Project& project, const StateOptions& options) {
    const std::string& workspace = project.state.backend.workspace;
    const fs::path local = states::localStatePaths(project.directory, workspace).state;
    if (options.locking == StateOptions::Locking::Never)
        return {};
    const bool isDefault = workspace == "default";
    if (project.state.backend.type != "local")
        return isDefault ? std::set{project.directory} : std::set{project.directory, local.parent_path()};
    return isDefault && options.paths.state == local ? std::set{project.directory} : std::set<fs::path>();
}

/// Locks the state or opens it without a lock, before it is read: only an open state takes over the journal of an
/// interrupted apply.
Diagnostics lock(const OpenedState& opened, const StateOptions& options) {
    using Locking = StateOptions::Locking;
    const backends::Capabilities& can = opened.capabilities;
    if (options.locking == Locking::Never || !(options.locking == Locking::Yes ? can.lock : can.write))
        return {};
    Diagnostics diagnostics;
    if (options.locking == Locking::Yes) {
        const system::SlowNotice notice(std::chrono::milliseconds(400), options.whileLocking);
        diagnostics = opened.state->lock(options.operation, options.lockTimeout, options.stop);
    }
    // Its lock may be disabled or removed.
    if (const fs::path base = opened.state->journalBase(); !diagnostics.hasErrors() && !base.empty())
        diagnostics.append(states::checkNoApplyRuns(base));
    if (options.locking == Locking::No && !diagnostics.hasErrors())
        diagnostics.append(opened.state->openWithoutLock());
    return diagnostics;
}

} // namespace

Diagnostics OpenedState::unlock() {
    return state ? state->unlock() : Diagnostics();
}

std::vector<std::string> localWorkspaces(const Project& project) {
    std::vector<std::string> names{"default"};
    if (project.state.access == backends::Access::ThroughTool || project.state.isRemote())
        return names;
    const backends::BackendType* const type = backends::findBackendType("local");
    const Result<BackendPtr> backend =
        type->make({.arguments = project.state.backend.config, .directory = project.directory});
    return backend.isOk() ? (*backend)->workspaces({}).value.value_or(names) : names;
}

Result<std::unique_ptr<backends::Backend>> openNativeBackend(const Project& project) {
    return openNative(project, {});
}

Result<OpenedState> openState(const Project& project, const StateOptions& options) {
    OpenedState opened;
    Diagnostics diagnostics;
    std::unique_ptr<backends::Backend> backend =
        (project.state.access == backends::Access::ThroughTool ? openThroughTool(project, options, opened.tool)
                                                               : openNative(project, options.paths))
            .into(diagnostics)
            .value_or(nullptr);
    if (!backend)
        return diagnostics;
    opened.capabilities = backend->capabilities();
    if (!opened.capabilities.workspaces && project.state.backend.workspace != "default" && !opened.tool)
        return diags::Diagnostic::error("error loading state: workspaces not supported", {});
    opened.state = backend->state(project.state.backend.workspace);
    opened.state->setSlowRequestHandler(options.whileWaiting);
    opened.state->setLockHolderHandler(options.whileHeld);
    opened.journalDirectories = journalDirectoriesOf(project, options);
    diagnostics.append(opened.state->connect(options.stop));
    if (!diagnostics.hasErrors())
        diagnostics.append(lock(opened, options));
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(opened), std::move(diagnostics)};
}

Result<OpenedState> openStateFile(const Project& project, const StateOptions& options) {
    const backends::BackendType* const local = backends::findBackendType("local");
    Result<BackendPtr> backend = local->make({.arguments = {},
                                              .directory = project.directory,
                                              .paths = options.paths,
                                              .encryption = project.state.encryption.state()});
    if (!backend.isOk())
        return std::move(backend.diagnostics);
    OpenedState opened{(*backend)->state("default"), (*backend)->capabilities(), {}};
    Diagnostics diagnostics = lock(opened, options);
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(opened), std::move(diagnostics)};
}

Result<states::File> readState(const OpenedState& opened, const StateOptions& options) {
    if (opened.tool && options.beforePull)
        options.beforePull(*opened.tool);
    Diagnostics diagnostics, others; // read() may set another journal aside, and says so
    for (const fs::path& directory : opened.journalDirectories)
        others.append(
            states::Journal::describeOthers(directory, opened.state->journalBase(), opened.state->encryption()));
    std::optional<backends::StoredState> stored = opened.state->read(options.stop).into(diagnostics);
    if (!stored)
        return diagnostics;
    diagnostics.append(std::move(others));
    return {std::move(stored->file), std::move(diagnostics)};
}

Result<engine::PlanRequest> planRequest(const Project& project, states::File state, engine::PlanOptions options) {
    Diagnostics diagnostics;
    if (state.state)
        diagnostics.append(
            providers::fitStateToFolder(state.state, project.config->registry, project.config->providerRequirements()));
    if (diagnostics.hasErrors())
        return diagnostics;
    engine::PlanRequest request;
    request.config = project.config;
    request.appliedInputs = formats::readInputs(state.lineage, state.serial);
    request.state = std::make_shared<const states::File>(std::move(state));
    request.providers = project.providers;
    request.options = std::move(options);
    request.options.variables = project.variables;
    request.options.workspace = project.workspace;
    request.options.backendType = project.state.backend.type;
    request.options.backendConfig = project.state.backend.config;
    return {std::move(request), std::move(diagnostics)};
}

} // namespace planlens::workspace
