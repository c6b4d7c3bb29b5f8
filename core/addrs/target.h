// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/hcl/traversal.h"

#include <optional>
#include <variant>

namespace planlens::addrs {

/// What -target and -exclude name: a module, a module instance, a resource or a resource instance.
using TargetSubject = std::variant<Module, ModuleInstance, ConfigResource, AbsResource, AbsResourceInstance>;

struct Target {
    TargetSubject subject;
    diags::SourceRange range;
    std::string toString() const;
};

/// Whether the target is the object or contains it.
bool targetContains(const TargetSubject& target, const AbsResourceInstance& instance);
bool targetContains(const TargetSubject& target, const AbsResource& resource);
bool targetContains(const TargetSubject& target, const ConfigResource& resource);
bool targetContains(const TargetSubject& target, const ModuleInstance& module);

diags::Result<Target> parseTarget(const hcl::Traversal& traversal);
diags::Result<Target> parseTargetText(std::string_view text);

diags::Result<ModuleInstance> parseModuleInstance(std::string_view text);
diags::Result<AbsResource> parseAbsResource(std::string_view text);
diags::Result<AbsResourceInstance> parseAbsResourceInstance(std::string_view text);
diags::Result<AbsResourceInstance> parseAbsResourceInstance(const hcl::Traversal& traversal);
/// For addresses written by ourselves and the reference (states, plans): no source range wanted, nothing on error.
std::optional<AbsResourceInstance> readAbsResourceInstance(std::string_view text);
std::optional<ModuleInstance> readModuleInstance(std::string_view text);
std::optional<ConfigResource> readConfigResource(std::string_view text);

} // namespace planlens::addrs
