// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/apply.h"
#include "core/engine/plan.h"
#include "core/providers/registry.h"

#include <map>
#include <memory>
#include <string>

namespace planlens::testing {

/// What a plan is made of, without a disk.
struct Setup {
    std::map<std::string, std::string> files; // by path below the root module
    std::string state;                        // text of the state file; empty: none
    engine::PlanOptions options;
    std::shared_ptr<providers::Registry> registry;
    engine::ProviderReadCachePtr readCache;
    configs::GivenVariables variables; // of the root module
};

/// Options as they are given to the programs, one a line.
engine::PlanOptions planOptions(const std::string& arguments);

/// What came out. The configuration and the plan are null where an earlier step failed.
struct Planned {
    configs::ConfigPtr config;
    engine::ProviderPoolPtr providers;
    engine::PlanOutcome outcome; // with the diagnostics of all steps

    /// The plan and the diagnostics in words.
    std::string print() const;
};

/// Loads, validates and plans, as the programs do.
Planned makePlan(const Setup& setup, std::stop_token stop = {});
Planned makePlan(const Setup& setup, engine::Listener& listener, std::stop_token stop = {});

/// To apply a plan that there is, with the providers that made it.
engine::ApplyRequest applyRequest(const Planned& planned);

} // namespace planlens::testing
