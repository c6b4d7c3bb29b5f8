// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/diags/expected.h"
#include "core/hcl/traversal.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The pieces that addresses are parsed from, with the reference's diagnostics.
namespace planlens::addrs {

using Steps = std::span<const hcl::TraversalStep>;

/// From the first to the last step.
diags::SourceRange rangeOf(Steps steps);
/// The name of a root or attribute step; null for other steps.
const std::string* nameOf(const hcl::TraversalStep& step);

/// Text parsed as a traversal; diagnostics are added.
std::optional<hcl::Traversal> traversalOfText(std::string_view text, diags::Diagnostics& diagnostics);
diags::Expected<InstanceKey, std::string> instanceKeyOf(const values::Value& key);

/// The module steps at the start, and what follows them. Errors leave what could be read.
struct ModulePrefix {
    ModuleInstance module;
    Steps remaining;
};
ModulePrefix parseModuleInstancePrefix(Steps steps, diags::Diagnostics& diagnostics);
struct ConfigModulePrefix {
    Module module;
    Steps remaining;
};
ConfigModulePrefix parseModulePrefix(Steps steps, diags::Diagnostics& diagnostics);

/// A resource with an optional instance key, all of the steps.
std::optional<AbsResourceInstance> parseResourceInstanceUnderModule(ModuleInstance module, Steps steps,
                                                                    diags::Diagnostics& diagnostics);
/// A resource without a key, all of the steps.
std::optional<ConfigResource> parseResourceUnderModule(Module module, Steps steps, diags::Diagnostics& diagnostics);

} // namespace planlens::addrs
