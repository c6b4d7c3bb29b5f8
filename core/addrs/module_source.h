// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>
#include <variant>

namespace planlens::addrs {

/// A folder of the same package, "./child" or "../sibling"; clean, with slashes.
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
/// Anything to download: "git::https://example.com/code.git", with the folder inside taken off.
struct RemoteModuleSource {
    std::string package;
    std::string subdirectory;
    bool operator==(const RemoteModuleSource&) const = default;
};
using ModuleSource = std::variant<LocalModuleSource, RegistryModuleSource, RemoteModuleSource>;

/// Canonical text, as it is written to modules.json.
std::string toString(const ModuleSource& source);
/// Without the default registry's host name.
std::string forDisplay(const ModuleSource& source);
bool isLocalModuleSource(std::string_view raw);

/// The source of a module call; the error is a phrase. Looks at the text only: nothing is fetched, so that shorthands
/// of bitbucket.org, which would need a question to their server, are errors.
diags::Expected<ModuleSource, std::string> parseModuleSource(std::string_view raw);
/// The source of a call that has a version: it must be in a registry.
diags::Expected<RegistryModuleSource, std::string> parseRegistryModuleSource(std::string_view raw);
/// A source as seen from the module that is at another one.
diags::Expected<ModuleSource, std::string> resolveModuleSource(const ModuleSource& from, const ModuleSource& relative);

} // namespace planlens::addrs
