// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/diagnostic.h"
#include "core/hcl/traversal.h"

#include <variant>

namespace planlens::addrs {

struct InputVariable {
    std::string name;
    auto operator<=>(const InputVariable&) const = default;
};
struct LocalValue {
    std::string name;
    auto operator<=>(const LocalValue&) const = default;
};
struct OutputValue {
    std::string name;
    auto operator<=>(const OutputValue&) const = default;
};
struct CheckRef {
    std::string name;
    auto operator<=>(const CheckRef&) const = default;
};
/// count.index
struct CountAttribute {
    std::string name;
    auto operator<=>(const CountAttribute&) const = default;
};
/// each.key, each.value
struct ForEachAttribute {
    std::string name;
    auto operator<=>(const ForEachAttribute&) const = default;
};
/// path.module, path.root, path.cwd
struct PathAttribute {
    std::string name;
    auto operator<=>(const PathAttribute&) const = default;
};
/// terraform.workspace, tofu.workspace, terraform.applying
struct TerraformAttribute {
    std::string alias; // as written: terraform or tofu
    std::string name;
    auto operator<=>(const TerraformAttribute&) const = default;
};
struct Self {
    auto operator<=>(const Self&) const = default;
};
struct ModuleCall {
    std::string name;
    auto operator<=>(const ModuleCall&) const = default;
};
struct ModuleCallInstance {
    std::string name;
    InstanceKey key;
    auto operator<=>(const ModuleCallInstance&) const = default;
};
struct ModuleCallInstanceOutput {
    std::string name;
    InstanceKey key;
    std::string output;
    auto operator<=>(const ModuleCallInstanceOutput&) const = default;
};
/// provider::NAME::ALIAS::FUNCTION
struct ProviderFunction {
    std::string providerName, providerAlias, function;
    auto operator<=>(const ProviderFunction&) const = default;
};

/// The possible targets of a reference in an expression, relative to its module.
using Referenceable = std::variant<CountAttribute, ForEachAttribute, PathAttribute, TerraformAttribute, InputVariable,
                                   LocalValue, OutputValue, CheckRef, Self, Resource, ResourceInstance, ModuleCall,
                                   ModuleCallInstance, ModuleCallInstanceOutput, ProviderFunction>;
std::string toString(const Referenceable& subject);

/// A reference in an expression: its subject, its range, and the remaining steps.
struct Reference {
    Referenceable subject;
    diags::SourceRange range; // of the part that names the subject
    hcl::Traversal remaining; // relative
    /// Returns the subject and the remaining steps as text.
    std::string toString() const;
};

/// Returns the reference of a traversal.
diags::Result<Reference> parseReference(const hcl::Traversal& traversal);
/// Same for test and check contexts, where outputs and checks can also be referenced.
diags::Result<Reference> parseReferenceFromTestingScope(const hcl::Traversal& traversal);

/// Whether both have the same steps; a splat never equals another step, not even a splat.
bool areEquivalent(const hcl::Traversal& a, const hcl::Traversal& b);

} // namespace planlens::addrs
