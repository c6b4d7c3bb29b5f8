// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::diags {

/// Returns a paragraph for the detail of an error: OpenTofu does not support the construct ("actions"), Terraform
/// supports it since this version ("1.14"), and how to review a plan of such a configuration.
std::string terraformOnly(std::string_view construct, std::string_view since);
/// Same for constructs of test files, which are not needed for planning.
std::string terraformTestsOnly(std::string_view construct, std::string_view since);

} // namespace planlens::diags
