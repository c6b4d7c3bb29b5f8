// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/dependencies.h"
#include "core/values/value.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::formats {

/// An object that an expression refers to.
struct ConfigReference {
    enum class Kind { Variable, Local, Module, Resource };
    Kind kind = Kind::Variable;
    std::string name;   // of the variable, local value or module call
    std::string output; // of the module; empty: whole module
    addrs::Resource resource;
    std::optional<addrs::InstanceKey> key; // if it is a literal
    values::Path rest;
};

/// The references of one expression.
struct ConfigUse {
    values::Path path; // of the argument
    std::vector<ConfigReference> references;
    bool isByKey = false;      // the expression uses count.index, each.key or each.value
    bool readsElement = false; // it uses each.value, or all of a repetition
    plans::Dependency::Kind kind = plans::Dependency::Kind::Reference;
};
using ConfigUses = std::vector<ConfigUse>;

struct ConfigModule;
struct ConfigCall {
    std::map<std::string, ConfigUses> variables;
    std::map<std::string, values::Value> constants; // of variables
    ConfigUses repetition, dependsOn;
    std::unique_ptr<ConfigModule> module;
};
struct ConfigResource {
    addrs::Resource resource;
    ConfigUses uses, repetition;
    plans::Dependencies::Arguments arguments;
};
struct ConfigModule {
    std::vector<ConfigResource> resources;
    std::map<std::string, ConfigUses> outputs;
    std::map<std::string, ConfigCall> calls;
    std::map<std::string, values::Value> defaults; // of variables
    std::vector<std::string> sensitiveVariables;
};

/// Reads the references in the member `configuration` of plan JSON. Invalid parts are ignored.
ConfigModule readConfiguration(std::string_view json);

} // namespace planlens::formats
