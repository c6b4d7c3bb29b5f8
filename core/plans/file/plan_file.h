// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "core/plans/terraform_parts.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans::file {

/// The configuration as it was planned: an opaque set of files, by module.
struct ConfigSnapshot {
    struct Module {
        std::string key;                          // "a.b"; empty for the root
        std::string source;                       // as called
        std::string version;                      // of modules from a registry
        std::string directory;                    // relative to the root
        std::map<std::string, std::string> files; // by name
    };
    std::vector<Module> modules;
};

namespace detail {
struct Message;
}

/// A plan file that was read. Values are decoded later, when the schemas of the providers are at hand.
struct SavedPlan {
    ConfigSnapshot config;
    states::File priorState, previousRunState;
    std::string lockFile; // text of .terraform.lock.hcl; may be empty
    Program program;      // that made it, or that it was written for
    bool isOwn = false;   // written here
    std::string workspace;
    std::string backendType;                // "local"
    std::vector<addrs::Provider> providers; // of all changes and the state
    std::shared_ptr<const detail::Message> message;
    /// Values given for root variables, by their implied types; ephemeral ones have to be given again.
    std::map<std::string, values::Value> variables;
};

/// Why plans for a program cannot be written, or not this one: it is too old, or too new to be known. Empty where they
/// can.
std::string whyNotFor(const Program& program, const Plan& plan);

/// The bytes of a saved plan for the plan's program: the zip archive with the message, both states, the configuration
/// and the lock file. It is for this program, whoever made the plan.
diags::Result<std::string> write(const Plan& plan, const Program& program, const ConfigSnapshot& config,
                                 std::string_view lockFile);
/// For the program that the plan names.
inline diags::Result<std::string> write(const Plan& plan, const ConfigSnapshot& config, std::string_view lockFile) {
    return write(plan, plan.program, config, lockFile);
}
/// Reads a saved plan; what is not one, damaged, or too big is an error that says which.
diags::Result<SavedPlan> read(std::string_view bytes);
/// What becomes of values whose schema is not at hand. Only schemas say what providers hold for secret, so that values
/// that are read without one are all marked sensitive.
enum class WithoutSchema { Refused, Hidden };
/// The plan in it, with the schemas given; whoever opens it may add those that only the configuration needs.
diags::Result<std::shared_ptr<Plan>> decode(const SavedPlan& saved, const Schemas& schemas,
                                            WithoutSchema without = WithoutSchema::Refused);

/// What a plan of Terraform holds beyond its changes; null for those of OpenTofu. Values without a schema are hidden.
std::shared_ptr<const TerraformParts> terraformParts(const SavedPlan& saved, const Schemas& schemas);

/// Whether bytes look like a plan file at all (a zip archive).
bool looksLikePlanFile(std::string_view bytes);

} // namespace planlens::plans::file
