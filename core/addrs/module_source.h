// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <variant>

namespace planlens::addrs {

/// A directory of the same package, "./child" or "../sibling"; normalized, with slashes.
struct LocalModuleSource {
    std::string path;
    bool operator==(const LocalModuleSource&) const = default;
};
/// A module in a registry, "hashicorp/subnets/cidr//examples".
struct RegistryModuleSource {
    std::string hostname; // for comparison
    std::string nameSpace;
    std::string name;
    std::string targetSystem;
    std::string subdirectory;
    bool operator==(const RegistryModuleSource&) const = default;
};
/// A source to download: "git::https://example.com/code.git", without the subdirectory.
struct RemoteModuleSource {
    std::string package;
    std::string subdirectory;
    bool operator==(const RemoteModuleSource&) const = default;
};
using ModuleSource = std::variant<LocalModuleSource, RegistryModuleSource, RemoteModuleSource>;

/// Returns the canonical text, as written to modules.json.
std::string toString(const ModuleSource& source);
/// Returns the text without the host name of the default registry.
std::string forDisplay(const ModuleSource& source);
bool isLocalModuleSource(std::string_view raw);

/// Parses the source of a module call; the error is a phrase. Nothing is fetched, so shorthands of bitbucket.org, which
/// require a request to its server, are errors.
diags::Expected<ModuleSource, std::string> parseModuleSource(std::string_view raw);
/// Parses the source of a module call with a version: it must be in a registry.
diags::Expected<RegistryModuleSource, std::string> parseRegistryModuleSource(std::string_view raw);

} // namespace planlens::addrs
