// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/apply.h"
#include "core/engine/plan.h"
#include "core/plans/changes.h"
#include "core/providers/registry.h"

#include <map>
#include <memory>
#include <string>

namespace planlens::testing {

/// The input of a plan, in memory.
struct Setup {
    std::map<std::string, std::string> files; // by path, relative to the root module
    std::string state;                        // text of the state file; empty: no state
    engine::PlanOptions options;
    std::shared_ptr<providers::Registry> registry;
    engine::ProviderReadCachePtr readCache;
    configs::GivenVariables variables; // of the root module
};

/// Parses command-line options, one on each line.
engine::PlanOptions planOptions(const std::string& arguments);

/// The result of makePlan(). Configuration and plan are null if an earlier step failed.
struct Planned {
    std::shared_ptr<const configs::Config> config;
    engine::ProviderPoolPtr providers;
    engine::PlanOutcome outcome; // with the diagnostics of all steps

    const plans::Changes& changes() const; // of the plan, which exists
    /// Returns the plan and the diagnostics as text.
    std::string print() const;
};

/// Loads, validates and plans, as the programs do.
Planned makePlan(const Setup& setup, std::stop_token stop = {});
Planned makePlan(const Setup& setup, engine::Listener& listener, std::stop_token stop = {});

/// Returns a request to apply the plan, with the providers that made it.
engine::ApplyRequest applyRequest(const Planned& planned);

} // namespace planlens::testing
