// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string_view>

/// What Terraform has and OpenTofu has not; private to core/configs.
namespace planlens::configs {

/// Adds to each error about a block of an unknown type whose block it is, where Terraform knows it.
void explainTerraformBlocks(diags::Diagnostics& diagnostics);
/// What a file is for that only Terraform reads ("stacks"), from its name; empty for all others.
std::string_view purposeOfTerraformFile(std::string_view name);

} // namespace planlens::configs
