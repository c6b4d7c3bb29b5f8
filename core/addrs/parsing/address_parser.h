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

/// Building blocks of address parsing, with the reference's diagnostics.
namespace planlens::addrs {

using Steps = std::span<const hcl::TraversalStep>;

/// Returns the range from the first to the last step.
diags::SourceRange rangeOf(Steps steps);
/// Returns the name of a root or attribute step; null for other steps.
const std::string* nameOf(const hcl::TraversalStep& step);

/// Parses text as a traversal; adds diagnostics.
std::optional<hcl::Traversal> traversalOfText(std::string_view text, diags::Diagnostics& diagnostics);
diags::Expected<InstanceKey, std::string> instanceKeyOf(const values::Value& key);

/// The module steps at the start, and the remaining steps. In case of errors, the readable part.
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

/// Parses all steps as a resource with an optional instance key.
std::optional<AbsResourceInstance> parseResourceInstanceUnderModule(ModuleInstance module, Steps steps,
                                                                    diags::Diagnostics& diagnostics);
/// Parses all steps as a resource without a key.
std::optional<ConfigResource> parseResourceUnderModule(Module module, Steps steps, diags::Diagnostics& diagnostics);

} // namespace planlens::addrs
