// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::diags {

/// A paragraph to add to the detail of an error: OpenTofu does not have the construct ("actions"), since which version
/// Terraform has it ("1.14"), and how a plan of such a configuration can be reviewed.
std::string terraformOnly(std::string_view construct, std::string_view since);
/// The same for constructs of test files, which plans do not need.
std::string terraformTestsOnly(std::string_view construct, std::string_view since);

} // namespace planlens::diags
