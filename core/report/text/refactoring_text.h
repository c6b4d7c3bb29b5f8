// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

/// A configuration block with the same effect as a state command.
namespace planlens::report {

/// Returns a `moved` block for resources, instances or modules. The addresses are inserted literally.
std::string movedBlock(std::string_view from, std::string_view to);

} // namespace planlens::report
