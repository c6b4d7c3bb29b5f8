// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/hcl/traversal.h"

#include <optional>
#include <variant>

namespace planlens::addrs {

/// The subject of -target and -exclude: a module, a module instance, a resource or a resource instance.
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
bool targetContains(const TargetSubject& target, const Module& module);
/// Same for any other subject.
bool targetContainsSubject(const TargetSubject& target, const TargetSubject& other);

diags::Result<Target> parseTarget(const hcl::Traversal& traversal);
diags::Result<Target> parseTargetText(std::string_view text);

diags::Result<ModuleInstance> parseModuleInstance(std::string_view text);
diags::Result<ModuleInstance> parseModuleInstance(const hcl::Traversal& traversal);
/// Parses a module without instance keys.
diags::Result<Module> parseModule(const hcl::Traversal& traversal);
/// Parses a resource without instance keys.
diags::Result<ConfigResource> parseConfigResource(const hcl::Traversal& traversal);
diags::Result<AbsResource> parseAbsResource(std::string_view text);
diags::Result<AbsResourceInstance> parseAbsResourceInstance(std::string_view text);
diags::Result<AbsResourceInstance> parseAbsResourceInstance(const hcl::Traversal& traversal);
/// An output of a module instance, `module.a[0].output.x`.
struct AbsOutputValue {
    ModuleInstance module;
    std::string name;
    std::string toString() const;
    bool operator==(const AbsOutputValue&) const = default;
    auto operator<=>(const AbsOutputValue&) const = default;
};
diags::Result<AbsOutputValue> parseAbsOutputValue(std::string_view text);
/// Read addresses written by Planlens or the reference (states, plans), without source range; nothing on error.
std::optional<AbsResourceInstance> readAbsResourceInstance(std::string_view text);
std::optional<ModuleInstance> readModuleInstance(std::string_view text);
std::optional<ConfigResource> readConfigResource(std::string_view text);

} // namespace planlens::addrs
