// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"

#include <string>
#include <string_view>

/// Blocks of configuration by which a plan does what commands on states would do without one. Each ends with a line
/// break.
namespace planlens::report {

/// `moved`, from one address to another: of resources, instances or modules, as they are written.
std::string movedBlock(std::string_view from, std::string_view to);
/// `removed`, so that the objects are forgotten and stay as they are. The address names no instances.
std::string removedBlock(std::string_view from);
/// `import` by an identifier, which may be any text.
std::string importBlock(const addrs::AbsResourceInstance& to, std::string_view id);

} // namespace planlens::report
