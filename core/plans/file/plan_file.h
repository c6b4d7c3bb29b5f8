// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/program.h"
#include "core/plans/schemas.h"
#include "core/plans/terraform_parts.h"
#include "core/states/file.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::plans::file {

/// The configuration that was planned: an opaque set of files, by module.
struct ConfigSnapshot {
    struct Module {
        std::string key;                          // "a.b"; empty for the root module
        std::string source;                       // as in the module call
        std::string version;                      // of registry modules
        std::string directory;                    // relative to the root module
        std::map<std::string, std::string> files; // by name
    };
    std::vector<Module> modules;
};

namespace detail {
struct Message;
}

/// The content of a plan file. Values are decoded later, when the provider schemas are available.
struct SavedPlan {
    ConfigSnapshot config;
    states::File priorState, previousRunState;
    std::string lockFile;  // text of .terraform.lock.hcl; may be empty
    Program program;       // that made the plan, or for which it was written
    bool isOwn = false;    // written by Planlens
    std::string stateHash; // of the state that was read, if the plan contains it
    std::map<std::string, std::vector<std::string>> sensitiveOutputsRead; // plans::Plan::sensitiveOutputsRead
    std::string workspace;
    std::string backendType;                // "local"
    std::vector<addrs::Provider> providers; // of all changes and of the state
    std::shared_ptr<const detail::Message> message;
    /// Values of root variables, by their implied types. Ephemeral values are not stored and must be given again.
    std::map<std::string, values::Value> variables;
};

/// Returns why a plan cannot be written for a program, such as an unsupported version or missing features; otherwise an
/// empty text.
std::string whyNotFor(const Program& program, const Plan& plan);

/// Returns the bytes of a saved plan: a zip archive with the plan message, both states, the configuration and the lock
/// file. It is written for `program`, regardless of the program that made the plan.
diags::Result<std::string> write(const Plan& plan, const Program& program, const ConfigSnapshot& config,
                                 std::string_view lockFile);
/// Writes the plan for plan.program.
diags::Result<std::string> write(const Plan& plan, const ConfigSnapshot& config, std::string_view lockFile);
/// Reads a saved plan. Other, damaged and too large files are errors that describe the problem.
diags::Result<SavedPlan> read(std::string_view bytes);
/// The treatment of values without a schema. Only schemas declare which values are sensitive, so Hidden marks all of
/// such a value as sensitive.
enum class WithoutSchema { Refused, Hidden };
/// Decodes the plan with the given schemas. Callers may add schemas that only the configuration requires.
diags::Result<std::shared_ptr<Plan>> decode(const SavedPlan& saved, const Schemas& schemas,
                                            WithoutSchema without = WithoutSchema::Refused);

/// Returns the additional parts of a Terraform plan; null for OpenTofu plans. Values without a schema are hidden.
std::shared_ptr<const TerraformParts> terraformParts(const SavedPlan& saved, const Schemas& schemas);

/// Whether bytes may be a plan file (a zip archive).
bool looksLikePlanFile(std::string_view bytes);

} // namespace planlens::plans::file
