// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>

namespace planlens::plans {

/// The backend with the state that the plan is for.
struct Backend {
    std::string type = "local";
    values::Value config; // of the backend's own type
    std::string workspace = "default";
};

} // namespace planlens::plans
