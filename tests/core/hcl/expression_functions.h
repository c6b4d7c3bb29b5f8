// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/function.h"

#include <memory>
#include <string>

/// The few functions that expressions in the test tables call, by the name of their implementation there.
namespace planlens::tests {

/// Returns null if there is no function of this name.
std::shared_ptr<const hcl::Function> tableFunction(const std::string& implementation);

} // namespace planlens::tests
