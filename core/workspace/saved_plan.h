// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/variables.h"
#include "core/plans/file/plan_file.h"
#include "core/plans/schemas.h"
#include "core/providers/simulated/schema_json.h"
#include "core/states/file.h"
#include "core/workspace/project.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::workspace {

/// A saved plan with its configuration and schemas.
struct OpenedPlan {
    Project project;              // the directory; with PlanUse::Apply, with the plan's state and configuration
    plans::file::SavedPlan saved; // without the encoded changes and the configuration files
    std::shared_ptr<const configs::Config> config; // null if it uses constructs that only Terraform supports
    std::shared_ptr<plans::Plan> plan;
    std::shared_ptr<const plans::TerraformParts> terraform; // only for Terraform plans
    std::vector<addrs::Provider>
        withoutSchema; // providers whose values are hidden, because only schemas declare which values are sensitive
};

/// Show opens a plan with the selected provider packages. A Terraform plan is shown even without some schemas; warnings
/// list what is missing. Apply requires a plan that was made with the selected packages and for the selected workspace;
/// Terraform plans with the local backend are rejected.
enum class PlanUse { Show, Apply };
/// Whether a file is a saved plan, encrypted or not. Only opening it checks the content.
bool looksLikePlan(std::string_view bytes);
/// Opens a saved plan in a directory, whose encryption decrypts it. If there are errors, the value may exist, with the
/// sources for diagnostics. They contain the name of the file.
diags::Result<OpenedPlan> openPlan(std::string_view bytes, const OpenOptions& options, PlanUse use,
                                   std::string_view name);

/// Provider schemas for a saved plan: from a function, otherwise from the cache of the last plan in a directory, if
/// given.
class SchemaSource {
public:
    using Schema = std::function<schemas::ProviderSchemaPtr(const addrs::Provider&)>; // returns null if unknown
    explicit SchemaSource(Schema schema, std::filesystem::path folder = {})
        : m_schema(std::move(schema))
        , m_folder(std::move(folder)) {}

    /// Adds the schema of a provider. Returns false if it is unknown.
    bool add(const addrs::Provider& provider);
    const plans::Schemas& all() const { return m_all; }

private:
    Schema m_schema;
    std::filesystem::path m_folder;
    std::optional<providers::simulated::SchemasByProvider> m_kept; // read on first use
    plans::Schemas m_all;
};
/// Opens a saved plan with the available schemas, without its configuration. Does not check packages or the
/// directory.
diags::Result<OpenedPlan> openPlanWithKnownSchemas(std::string_view bytes, SchemaSource& schemas);
/// Adds the configuration to such a plan, with its schemas and Terraform parts. The diagnostics say why the
/// configuration could not be read.
diags::Diagnostics addConfig(OpenedPlan& opened, const std::filesystem::path& directory, SchemaSource& schemas);

/// Whether the state is another one than that of the plan, or was edited without a new serial. Plans of other programs
/// do not say the latter; for them only serial and lineage are compared.
bool isOfOtherState(const plans::Plan& plan, const states::File& state);
/// Checks that a saved plan is applied to the state it was made for.
diags::Diagnostics checkFresh(const plans::Plan& plan, const states::File& state);

/// The variables for applying a saved plan.
struct PlanVariables {
    std::map<std::string, configs::RootVariable> values;
    /// Errors of values that do not fit the plan, unlike the diagnostics of the values themselves.
    diags::Diagnostics mismatches;
};
/// Ephemeral variables are not stored and must be given again; others may be given again only with equal values. Texts
/// of variables files are added to the project's sources.
diags::Result<PlanVariables> variablesOfPlan(OpenedPlan& opened,
                                             const std::vector<configs::VariableArgument>& arguments);

} // namespace planlens::workspace
