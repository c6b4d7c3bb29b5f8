// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/script.h"

#include <memory>

namespace planlens::testing {

/// Serves until it is told to shut down; gives the program's exit code. Throws std::runtime_error where it cannot.
int serve(const std::shared_ptr<const Script>& script);

} // namespace planlens::testing
