// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/plans/changes.h"
#include "core/plans/dependencies.h"
#include "core/schemas/schema.h"
#include "core/states/file.h"
#include "core/version.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace planlens::plans {

/// How much a plan can be relied on.
enum class Quality {
    Exact,     // providers answered
    Estimate,  // the simulated provider answered: never applied
    Incomplete // planning failed on the way; what is there is what was planned
};

/// Where the state lives that the plan is for.
struct Backend {
    std::string type = "local";
    values::Value config; // by the backend's own type
    std::string workspace = "default";
};

/// The program whose saved plans look like this one. It applies those of its very version only.
struct Program {
    enum class Kind { OpenTofu, Terraform };
    Kind kind = Kind::OpenTofu;
    std::string version = referenceVersion;
    /// "OpenTofu 1.12.6".
    std::string toString() const;
    bool operator==(const Program&) const = default;
};

struct VariableValue {
    values::Value value; // marked sensitive where declared so
    bool fromDefault = false;
    bool ephemeral = false; // value not kept
    bool operator==(const VariableValue&) const = default;
};

/// An attribute of a resource that took part in a change (relevant_attributes).
struct ResourceAttribute {
    std::string resource; // address, as the reference writes it
    values::Path path;
    bool operator==(const ResourceAttribute&) const = default;
};

/// Schemas of the providers a plan's values are of.
using Schemas = std::map<addrs::Provider, schemas::ProviderSchemaPtr>;
schemas::ResourceSchemaPtr resourceSchema(const Schemas& schemas, const addrs::Provider& provider,
                                          const addrs::Resource& resource);

/// A plan as the engine made it. Immutable once finished, shared by pointer.
struct Plan {
    Program program; // that made it, or is to apply it
    Mode mode = Mode::Normal;
    bool refreshSkipped = false;
    Changes changes;
    /// What differs between the state of the previous run and the real objects.
    std::vector<ResourceInstanceChangePtr> drift;
    std::vector<addrs::TargetSubject> targets, excludes;
    std::vector<addrs::AbsResourceInstance> forceReplace;
    /// Managed resources that -target or -exclude leaves out as a whole, and instances of others; sorted. Noted while
    /// planning only.
    std::vector<addrs::ConfigResource> resourcesLeftOut;
    std::vector<addrs::AbsResourceInstance> instancesLeftOut;
    /// Planned changes that applying leaves out, since under -target nothing that changes asks for them; sorted. Noted
    /// while planning, and where a saved plan is opened with its configuration.
    std::vector<addrs::AbsResourceInstance> notApplied;
    /// What a plan of Mode::RefreshOnly keeps as it is although the configuration differs. Noted while planning only.
    std::map<addrs::AbsResourceInstance, std::vector<UnchangedReason>> unchangedByMode;
    std::map<std::string, VariableValue> variables; // root module
    Backend backend;
    states::CheckResults checks;
    std::vector<ResourceAttribute> relevantAttributes;
    std::shared_ptr<const states::State> priorState;       // refreshed
    std::shared_ptr<const states::State> previousRunState; // as stored, moved and upgraded
    std::string stateLineage;
    std::uint64_t stateSerial = 0;
    std::chrono::system_clock::time_point timestamp;
    std::string timestampText; // RFC 3339, as plantimestamp() gives it
    bool errored = false;
    Quality quality = Quality::Exact;
    Dependencies dependencies;
    Schemas schemas;

    /// Whether there is anything to apply and nothing stands against it.
    bool canApply() const;
};
using PlanPtr = std::shared_ptr<const Plan>;

} // namespace planlens::plans
