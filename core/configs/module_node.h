// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider_version.h"
#include "core/configs/module.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace planlens::configs {

/// A module in the module tree. Owns its children, not its parent.
struct ModuleNode {
    addrs::Module path;
    std::string sourceAddress;    // as written in the call
    std::string installedVersion; // of registry modules
    Module module;
    SourceRange callRange;
    const ModuleNode* parent = nullptr;
    std::map<std::string, std::unique_ptr<ModuleNode>> children;

    const ModuleNode* child(std::string_view name) const;
    /// Returns the providers that this module itself requires, with their version constraints. Constraints that
    /// ProviderConstraints cannot parse are ignored.
    addrs::ProviderRequirements providerRequirements() const;
    /// Returns an error for each version constraint that ProviderConstraints cannot parse, and for each import block
    /// whose provider is not that of its target. Decoding accepts more forms of constraints, as OpenTofu does:
    /// "1.2.3.4", "~> 2.14z".
    diags::Diagnostics providerConstraintErrors() const;
    /// Whether this module or one of its ancestors comes from another package than the root module.
    bool isRemote() const;
};

} // namespace planlens::configs
