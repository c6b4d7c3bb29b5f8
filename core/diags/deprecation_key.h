// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::diags {

/// Prefix of the consolidation keys of deprecation warnings. Human-readable output reports each cause once, however
/// often it occurs.
inline const std::string deprecationKey = "deprecated\n";
/// Prefix for deprecations that are declared in a module from another package than the root module.
inline const std::string remoteDeprecationKey = deprecationKey + "\n";
/// Suffix for warnings about a whole block. They are consolidated with each other, whatever their causes.
inline const std::string blockDeprecationKey = "\nblock";

} // namespace planlens::diags
