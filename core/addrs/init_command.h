// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"

#include <string>
#include <string_view>

namespace planlens::addrs {

/// Returns the command that installs modules and providers, for a folder with this default registry.
inline std::string initCommand(std::string_view registry) {
    return registry == terraformRegistry ? "terraform init" : "tofu init";
}

} // namespace planlens::addrs
