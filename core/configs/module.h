// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/address_table.h"
#include "core/addrs/module_source.h"
#include "core/addrs/move_endpoint.h"
#include "core/addrs/provider.h"
#include "core/addrs/reference.h"
#include "core/addrs/resource.h"
#include "core/hcl/body.h"
#include "core/hcl/type_expression.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The configuration as written: the content of each block, with only constant expressions evaluated. Everything is
/// immutable once loaded.
namespace planlens::configs {

using diags::SourceRange;
using hcl::BodyPtr;
using hcl::ExpressionPtr;

/// A precondition, postcondition, validation or assertion.
struct CheckRule {
    ExpressionPtr condition;
    ExpressionPtr errorMessage;
    SourceRange range;
};

struct Variable {
    std::string name, description;
    hcl::TypeConstraint constraint;            // dynamic if no type is given
    std::optional<values::Value> defaultValue; // converted
    std::vector<CheckRule> validations;
    bool sensitive = false, sensitiveSet = false;
    bool ephemeral = false, ephemeralSet = false;
    bool nullable = true, nullableSet = false;
    bool constant = false, constantSet = false; // true: must be known statically; set to false: not usable statically
    bool typeGiven = false; // if not set, values from outside the configuration are taken as plain strings
    bool descriptionSet = false;
    std::string deprecated;
    SourceRange range;        // of the block header
    SourceRange defaultRange; // of the default; empty if there is none

    bool isRequired() const { return !defaultValue; }
};

struct Local {
    std::string name;
    ExpressionPtr expression;
    SourceRange range;
};

struct Output {
    std::string name, description, deprecated;
    ExpressionPtr expression;
    bool sensitive = false, sensitiveSet = false, ephemeral = false, ephemeralSet = false, descriptionSet = false;
    std::vector<hcl::Traversal> dependsOn;
    std::vector<CheckRule> preconditions;
    SourceRange range;
};

/// A provider reference such as `aws.west` in a resource or module call, with its key expression if any.
struct ProviderConfigRef {
    std::string name, alias;
    ExpressionPtr keyExpression; // may be null
    SourceRange nameRange;
    std::optional<SourceRange> aliasRange;
};

/// An entry of a module call's `providers`.
struct PassedProvider {
    ProviderConfigRef inChild, inParent;
};

struct ModuleCall {
    std::string name;
    std::string source;                                // as given, evaluated statically
    std::string versionConstraint;                     // evaluated statically
    std::optional<addrs::ModuleSource> sourceAddress;  // empty if the source is invalid
    ExpressionPtr sourceExpression, versionExpression; // may be null
    BodyPtr config;                                    // arguments for the module's variables
    ExpressionPtr count, forEach, enabled;
    std::vector<hcl::Traversal> dependsOn;
    std::vector<PassedProvider> providers;
    SourceRange range, sourceRange, versionRange;
};

enum class ProvisionerWhen { Create, Destroy };
enum class ProvisionerOnFailure { Fail, Continue };
struct Provisioner {
    std::string type;
    BodyPtr config;
    BodyPtr connection;          // may be null
    SourceRange connectionRange; // of the block header
    ProvisionerWhen when = ProvisionerWhen::Create;
    ProvisionerOnFailure onFailure = ProvisionerOnFailure::Fail;
    SourceRange range, typeRange;
};

struct Resource {
    addrs::Resource address;
    BodyPtr config;
    ExpressionPtr count, forEach, enabled;
    std::shared_ptr<const ProviderConfigRef> providerRef; // as written; null if it is implied
    addrs::Provider provider;                             // resolved through required_providers of the module
    std::vector<CheckRule> preconditions, postconditions;
    std::vector<hcl::Traversal> dependsOn;
    std::string container; // name of the check block around a nested data source

    // The lifecycle block of managed resources.
    std::vector<ExpressionPtr> triggersReplacement;
    std::optional<bool> createBeforeDestroy;
    ExpressionPtr preventDestroy; // may be null
    std::vector<hcl::Traversal> ignoreChanges;
    bool ignoreAllChanges = false;
    std::optional<bool> destroy;     // lifecycle.destroy; empty also if it is not a boolean constant
    ExpressionPtr destroyExpression; // may be null
    BodyPtr connection;
    SourceRange connectionRange; // of the block header
    std::vector<Provisioner> provisioners;

    SourceRange range; // of the block header
    SourceRange typeRange;

    /// Returns the local name of its provider: from the provider argument, otherwise implied by the type.
    std::string providerLocalName() const;
};

struct ProviderConfig {
    std::string name, alias;
    ExpressionPtr forEach; // may be null
    std::string versionConstraint;
    BodyPtr config;
    SourceRange range, nameRange, versionRange;
    std::optional<SourceRange> aliasRange;
};

struct RequiredProvider {
    std::string name, source, versionConstraint;
    addrs::Provider provider;
    std::vector<addrs::LocalProviderConfig> aliases; // configuration_aliases
    SourceRange range, argumentRange;                // of the value, and of the whole argument
};

struct Moved {
    addrs::MoveEndpoint from, to;
    SourceRange range;
};
struct Removed {
    addrs::RemoveEndpoint from;
    bool destroy = false, destroySet = false;
    std::vector<Provisioner> provisioners;
    SourceRange range;
};
struct Import {
    ExpressionPtr id, identity, to, forEach;
    addrs::Resource toResource;
    addrs::Module toModule;
    std::optional<addrs::AbsResourceInstance> staticTo; // empty if `to` has dynamic keys
    std::optional<ProviderConfigRef> providerRef;
    addrs::Provider provider; // resolved through required_providers of the module
    SourceRange range, providerRange;
};
struct Check {
    std::string name;
    std::string dataResource; // address of the nested data source, or empty
    std::vector<CheckRule> asserts;
    SourceRange range;
};
struct Backend {
    std::string type; // "cloud" for a cloud block
    BodyPtr config;
    SourceRange range, typeRange;
};

/// A provider_meta block: what a module declares about itself to a provider.
struct ProviderMeta {
    std::string provider; // local name
    BodyPtr config;
    SourceRange range, providerRange;
};

struct EncryptionConfig; // encryption_config.h
using EncryptionConfigPtr = std::shared_ptr<const EncryptionConfig>;

/// One module: all configuration files of one directory together.
struct Module {
    std::string sourceDirectory;
    std::string_view registry = addrs::openTofuRegistry; // for sources without a host name
    std::map<std::string, Variable> variables;
    std::map<std::string, Local> locals;
    std::map<std::string, Output> outputs;
    std::map<std::string, ModuleCall> moduleCalls;
    std::map<std::string, ProviderConfig> providerConfigs; // by "name" or "name.alias"
    std::map<std::string, RequiredProvider> requiredProviders;
    addrs::AddressTable<addrs::Resource, Resource> resources; // of all modes
    std::set<addrs::Provider> resourceProviders;              // explicit and implied providers of the resources
    std::vector<Moved> moved;
    std::vector<Removed> removed;
    std::vector<Import> imports;
    std::map<std::string, Check> checks;
    std::optional<Backend> backend;
    EncryptionConfigPtr encryption; // null: none
    std::map<addrs::Provider, ProviderMeta> providerMetas;

    const Resource* resource(const addrs::Resource& address) const { return resources.find(address); }
    /// Returns the provider that a local name refers to in this module.
    addrs::Provider providerForLocalName(std::string_view localName) const;
};

} // namespace planlens::configs
