// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/plans/backend.h"
#include "core/plans/changes.h"
#include "core/plans/dependencies.h"
#include "core/plans/program.h"
#include "core/plans/schemas.h"
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

struct VariableValue {
    values::Value value; // marked as sensitive if declared so
    bool fromDefault = false;
    bool ephemeral = false; // the value is not stored
    bool operator==(const VariableValue&) const = default;
};

/// The source of a root variable's value.
struct VariableOrigin {
    enum class Kind { Default, Environment, DefaultFile, NamedFile, CommandLine, Entered, Plan };
    Kind kind = Kind::Default;
    diags::SourceRange range; // of a value in a file; otherwise empty
};

/// The options that a plan was made with.
struct Options {
    Mode mode = Mode::Normal;
    bool refreshSkipped = false;
    std::vector<addrs::TargetSubject> targets, excludes;
    std::vector<addrs::AbsResourceInstance> forceReplace;
};

/// Facts that are recorded while planning. Plans read from files do not have them.
struct Recorded {
    std::map<std::string, VariableOrigin> variableOrigins; // of Plan::variables
    /// Managed resources that -target or -exclude completely excludes, and excluded instances of other resources;
    /// sorted.
    std::vector<addrs::ConfigResource> resourcesLeftOut;
    std::vector<addrs::AbsResourceInstance> instancesLeftOut;
    /// With Mode::RefreshOnly: differences from the configuration that remain.
    std::map<addrs::AbsResourceInstance, std::vector<UnchangedReason>> unchangedByMode;
    /// Texts of files that functions read, by their paths in the configuration without a leading "./", within limits
    /// (lang::FilesRead).
    std::map<std::string, std::string, std::less<>> filesRead;
    /// The results of `fileset`, by path and pattern. Recorded in the same way.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> filesListed;
    /// Secrets that are not in values of the plan: arguments of provider configurations, write-only arguments,
    /// results of ephemeral resources. Providers copy them to attributes that are not sensitive.
    std::vector<std::string> secretsOfProviders;
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
