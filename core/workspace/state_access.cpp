// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/state_access.h"

#include "core/providers/packages/folder_registry.h"

#include <utility>

namespace planlens::workspace {

using diags::Diagnostics;
using diags::Result;

Diagnostics OpenedState::unlock() {
    return manager && manager->isLocked() ? manager->unlock() : Diagnostics();
}

Result<OpenedState> openState(const Project& project, const StateOptions& options) {
    OpenedState opened;
    Diagnostics diagnostics;
    if (project.state.access == StateAccess::ThroughTool) {
        const std::string_view registry = project.config ? project.config->registry : addrs::openTofuRegistry;
        opened.tool = askTool(findTool(options.toolName, registry, options.toolRun.environment),
                              project.state.whyThroughTool(), registry, options.toolRun)
                          .into(diagnostics);
    } else {
        opened.manager = std::make_unique<states::LocalManager>(options.paths);
        if (options.locking == StateOptions::Locking::Yes)
            diagnostics.append(opened.manager->lock(options.operation, options.lockTimeout, options.stop));
    }
    if (diagnostics.hasErrors())
        return diagnostics;
    return {std::move(opened), std::move(diagnostics)};
}

Result<states::File> readState(const OpenedState& opened, const StateOptions& options) {
    if (!opened.tool)
        return opened.manager->read();
    if (options.beforePull)
        options.beforePull(*opened.tool);
    return pullState(*opened.tool, options.toolRun);
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
