// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::diags {

/// How the consolidation keys of warnings about deprecated things begin. Each cause of these is told once in texts for
/// people, wherever it is met again.
inline const std::string deprecationKey = "deprecated\n";
/// And where the deprecated thing is in a module that comes from another package than the root module.
inline const std::string remoteDeprecationKey = deprecationKey + "\n";

} // namespace planlens::diags
