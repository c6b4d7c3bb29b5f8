// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

/// The managed resource terraform_data: keeps a value and is replaced when its triggers change.
namespace planlens::providers::builtin {

const schemas::ResourceSchemaPtr& terraformDataSchema();
ProviderDiagnostics validateTerraformData(const values::Value& config);
PlanResponse planTerraformData(const PlanRequest& request);
ApplyResponse applyTerraformData(const ApplyRequest& request);
/// From null_resource only.
MoveResponse moveToTerraformData(const MoveRequest& request);
/// An object that has nothing but what is given.
values::Value terraformDataValue(values::Value id, values::Value triggersReplace);

} // namespace planlens::providers::builtin
