// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <string>
#include <string_view>

/// Configuration blocks with the same effect as a state command. Each ends with a line break.
namespace planlens::report {

/// Returns a `moved` block for resources, instances or modules. The addresses are inserted literally.
std::string movedBlock(std::string_view from, std::string_view to);
/// Returns an `import` block with an id, which may contain any text.
std::string importBlock(const addrs::AbsResourceInstance& to, std::string_view id);

} // namespace planlens::report
