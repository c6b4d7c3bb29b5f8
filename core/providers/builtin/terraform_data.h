// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

/// The managed resource terraform_data: stores a value and is replaced when its triggers change.
namespace planlens::providers::builtin {

const schemas::ResourceSchemaPtr& terraformDataSchema();
ProviderDiagnostics validateTerraformData(const values::Value& config);
PlanResponse planTerraformData(const PlanRequest& request);
ApplyResponse applyTerraformData(const ApplyRequest& request);
/// Supports moves from null_resource only.
MoveResponse moveToTerraformData(const MoveRequest& request);
/// Returns an object with the given attributes; all others are null.
values::Value terraformDataValue(values::Value id, values::Value triggersReplace);

} // namespace planlens::providers::builtin
