// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

/// Files of `tofu test`, which are read only to tell what is wrong in them; private to core/configs.
namespace planlens::configs {

/// Whether it is the name of a file with tests.
bool isTestFile(std::string_view name);
/// Without files of Terraform that one of OpenTofu stands in for.
std::vector<std::string> withoutReplaced(const std::vector<std::string>& names);

/// Reads a file's body and returns its provider configurations. What is wrong but does not hinder the reading of the
/// configuration goes to `later`.
std::vector<ProviderConfig> checkTestFile(const hcl::Body& body, diags::Diagnostics& diagnostics,
                                          diags::Diagnostics& later);

} // namespace planlens::configs
