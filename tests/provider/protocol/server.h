// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/script.h"

#include <memory>

namespace planlens::testing {

/// Serves until a shutdown is requested. Returns the exit code of the program. Throws std::runtime_error on failure.
int serve(const std::shared_ptr<const PluginScript>& script);

} // namespace planlens::testing
