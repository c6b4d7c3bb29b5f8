// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/file/plan_file.h"
#include "core/plans/plan.h"
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

namespace planlens::workspace {

/// A saved plan with its configuration and schemas.
struct OpenedPlan {
    Project project;              // the folder; to apply the plan: with the state and the configuration of the plan
    plans::file::SavedPlan saved; // without the encoded changes and the files of the configuration
    configs::ConfigPtr config;    // null if it has constructs that only Terraform reads
    std::shared_ptr<plans::Plan> plan;
    std::shared_ptr<const plans::TerraformParts> terraform; // of plans of Terraform
    std::vector<addrs::Provider>
        withoutSchema; // the values of these are hidden, because only schemas say which are secret
};

/// A plan is shown with the selected packages of its providers. A plan of Terraform is shown also if schemas are
/// missing; warnings say what is not shown. To be applied, a plan must have been made with the selected packages and
/// for the selected workspace; a plan of Terraform is not applied.
enum class PlanUse { Show, Apply };
/// Opens a saved plan in a folder. Beside errors there may be a value, with the sources of diagnostics.
diags::Result<OpenedPlan> openPlan(std::string_view bytes, const OpenOptions& options, PlanUse use);

/// The schemas of providers for a saved plan: from a function, else those of the last plan in a folder, if one is
/// given.
class SchemaSource {
public:
    using Schema = std::function<schemas::ProviderSchemaPtr(const addrs::Provider&)>; // null if it is not known
    explicit SchemaSource(Schema schema, std::filesystem::path folder = {})
        : m_schema(std::move(schema))
        , m_folder(std::move(folder)) {}

    /// Adds the schema of a provider. False if it is not known.
    bool add(const addrs::Provider& provider);
    const plans::Schemas& all() const { return m_all; }

private:
    Schema m_schema;
    std::filesystem::path m_folder;
    std::optional<providers::simulated::SchemasByProvider> m_kept; // once they are needed
    plans::Schemas m_all;
};
/// Opens a saved plan as far as the known schemas allow, without its configuration. Packages and folder are not
/// checked.
diags::Result<OpenedPlan> openPlanWithKnownSchemas(std::string_view bytes, SchemaSource& schemas);
/// Adds the configuration of such a plan, its schemas and the parts of Terraform. Returns why the configuration is not
/// read.
diags::Diagnostics addConfig(OpenedPlan& opened, const std::filesystem::path& directory, SchemaSource& schemas);

/// A saved plan can be applied only to the state it was made for.
diags::Diagnostics checkFresh(const plans::Plan& plan, const states::File& state);

/// The variables for applying a saved plan. Ephemeral ones are not in the plan and must be given again; others may be
/// given again only with the same values. The texts of variables files are added to the sources of the project.
diags::Result<std::map<std::string, configs::RootVariable>>
variablesOfPlan(OpenedPlan& opened, const std::vector<configs::VariableArgument>& arguments);

} // namespace planlens::workspace
