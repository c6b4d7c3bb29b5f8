// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/backend.h"
#include "core/plans/changes.h"
#include "core/plans/dependencies.h"
#include "core/plans/options.h"
#include "core/plans/program.h"
#include "core/plans/recorded.h"
#include "core/plans/schemas.h"
#include "core/plans/variable_value.h"
#include "core/states/file.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace planlens::configs {
struct Config;
}

namespace planlens::plans {

/// The reliability of a plan.
enum class Quality {
    Exact,     // made by the real providers
    Estimate,  // made by simulated providers; must not be applied
    Incomplete // planning failed; contains the changes planned before
};

/// A plan made by the engine. Immutable once finished, shared by pointer.
struct Plan {
    Program program; // that made the plan or that will apply it
    Options options;
    Changes changes;
    /// The differences between the previous run's state and the remote objects.
    std::vector<ResourceInstanceChangePtr> drift;
    /// Planned changes that are not applied, because with -target no target that changes needs them; sorted. Set while
    /// planning, and when a saved plan is opened with its configuration.
    std::vector<addrs::AbsResourceInstance> notApplied;
    /// Planned replacements that destroy their objects but create no new ones, because exclusions leave out only the
    /// creation; sorted. Set with notApplied.
    std::vector<addrs::AbsResourceInstance> onlyDestroyed;
    std::map<std::string, VariableValue> variables; // root module
    /// The configuration that was planned. Null for plans read from files without their configuration.
    std::shared_ptr<const configs::Config> configuration;
    Recorded recorded;
    Backend backend;
    states::CheckResults checks;
    std::vector<ResourceAttribute> relevantAttributes;
    std::shared_ptr<const states::State> priorState;       // after refreshing
    std::shared_ptr<const states::State> previousRunState; // as stored, after moves and upgrades
    /// The outputs that another state marks as sensitive, by the address of the terraform_remote_state that read it.
    /// They are not sensitive in the plan, as in OpenTofu.
    std::map<std::string, std::vector<std::string>> sensitiveOutputsRead;
    std::string stateLineage;
    std::uint64_t stateSerial = 0;
    std::string stateHash; // states::File::textHash; empty in plans of other programs
    std::chrono::system_clock::time_point timestamp;
    std::string timestampText; // RFC 3339, as returned by plantimestamp()
    bool errored = false;
    Quality quality = Quality::Exact;
    Dependencies dependencies;
    Schemas schemas;

    /// Whether there are changes to apply and nothing prevents applying them.
    bool canApply() const;
};
using PlanPtr = std::shared_ptr<const Plan>;

} // namespace planlens::plans
