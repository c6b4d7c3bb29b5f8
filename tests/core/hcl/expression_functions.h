// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/function.h"

#include <memory>
#include <string>

/// The few functions that expressions of the test tables call, by the name of their implementation there.
namespace planlens::tests {

/// Null where there is none of this name.
std::shared_ptr<const hcl::Function> tableFunction(const std::string& implementation);

} // namespace planlens::tests
