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

/// The input for planning one managed resource instance.
struct ChangeInput {
    const configs::Resource& config;
    const schemas::ResourceSchema& schema;
    providers::Provider& provider;
    addrs::AbsProviderInstance providerAddress;
    addrs::AbsResourceInstance address, previousAddress;
    std::string configAddress;
    bool createBeforeDestroy = false;
    bool replaceRequested = false;  // by -replace or replace_triggered_by
    values::Value previousRun = {}; // the object before refreshing, if that found changes
    /// The planned change, if the change is planned again while applying.
    const plans::ResourceInstanceChange* planned = nullptr;
    /// Makes a provider call. Returns false after a stop request.
    std::function<bool(const std::function<void(std::stop_token)>&)> call = {};
    diags::Severity conditionSeverity = diags::Severity::Error;
    values::Value providerMeta = {}; // null if there is none
};

/// Evaluates the configuration of an instance, calls PlanResourceChange, checks the response and chooses the action.
/// Returns std::nullopt after an error (see `diagnostics`) or a stop request.
std::optional<plans::ResourceInstanceChange> planChange(const ChangeInput& input,
                                                        const std::optional<states::Object>& prior,
                                                        const ModuleScope& scope, Checks& checks, Listener& listener,
                                                        diags::Diagnostics& diagnostics);

/// Adds "Provider produced …" errors if a value does not conform to the schema's type. Returns false if there are any.
bool checkConformance(const values::Value& value, const schemas::ResourceSchema& schema,
                      const addrs::AbsProviderConfig& provider, const std::string& address,
                      diags::Diagnostics& diagnostics);

} // namespace planlens::engine
