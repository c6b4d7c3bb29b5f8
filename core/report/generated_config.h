// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::plans {
class Changes;
}
namespace planlens::report {

/// The default file name.
inline constexpr const char* generatedConfigFile = "generated.tf";

/// Returns the generated configuration of imported objects as a file, with OpenTofu's comments; empty if nothing was
/// generated. Sensitive values are omitted.
std::string generatedConfigText(const plans::Changes& changes);

} // namespace planlens::report
