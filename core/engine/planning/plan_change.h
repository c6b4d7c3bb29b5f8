// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/scope.h"
#include "core/engine/listener.h"
#include "core/plans/change.h"
#include "core/providers/provider.h"
#include "core/states/state.h"

#include <functional>
#include <optional>

namespace planlens::engine {

/// What deciding about one managed resource instance needs.
struct ChangeInput {
    const configs::Resource& config;
    const schemas::ResourceSchema& schema;
    providers::Provider& provider;
    addrs::AbsProviderInstance providerAddress;
    addrs::AbsResourceInstance address, previousAddress;
    std::string configAddress;
    bool createBeforeDestroy = false;
    bool replaceRequested = false;  // by -replace or by a trigger
    values::Value previousRun = {}; // the object before it was read, where reading found something else
    /// The change that was planned, when it is decided again for applying it.
    const plans::ResourceInstanceChange* planned = nullptr;
    /// Makes a provider call; false where a stop came first.
    std::function<bool(const std::function<void(std::stop_token)>&)> call = {};
    diags::Severity conditionSeverity = diags::Severity::Error;
    values::Value providerMeta = {}; // null where there is none
};

/// Evaluates the configuration of an instance, asks the provider to plan, checks its answer and chooses the action.
/// Nothing where that failed (the diagnostics say why) or was stopped.
std::optional<plans::ResourceInstanceChange> planChange(const ChangeInput& input,
                                                        const std::optional<states::Object>& prior,
                                                        const ModuleScope& scope, Checks& checks, Listener& listener,
                                                        diags::Diagnostics& diagnostics);

/// "Provider produced …" diagnostics for a value that is not of the schema's type; false where there are some.
bool checkConformance(const values::Value& value, const schemas::ResourceSchema& schema,
                      const addrs::AbsProviderConfig& provider, const std::string& address,
                      diags::Diagnostics& diagnostics);

} // namespace planlens::engine
