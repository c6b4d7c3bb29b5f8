// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>

namespace planlens::report {

/// What its file is called where nobody names another.
inline constexpr const char* generatedConfigFile = "generated.tf";

/// The configuration that was generated for objects to be imported, as a file of its own, in the reference's words;
/// empty where nothing was generated. Values that are sensitive are not in it.
std::string generatedConfigText(const plans::Plan& plan);

} // namespace planlens::report
