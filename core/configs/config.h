// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module_node.h"
#include "core/configs/resolved_provider.h"
#include "core/diags/sources.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace planlens::configs {

struct Config;

/// A module that a run block of a test file loads instead of the root module, with a configuration of its own.
struct TestModule {
    std::string file, run;
    std::string source; // as written in the run block
    bool isLocal = false;
    std::shared_ptr<const Config> config;
};

/// A whole configuration: the module tree and the text of all its files. Immutable and shared by pointer.
struct Config {
    std::filesystem::path directory;
    std::string startDirectory; // path.cwd, absolute
    std::string workspace = "default";
    std::unique_ptr<ModuleNode> root;
    diags::Sources sources;
    /// Paths of all files that were read, relative to the directory if they are inside it. Used for plan files and for
    /// watching changes.
    std::vector<std::string> files;
    std::string_view registry = addrs::openTofuRegistry; // for sources without a host name
    /// Whether the backend can be evaluated: files, variables, locals and the backend block itself have no errors.
    bool isBackendKnown = false;
    /// Warnings about the files and variable values of the root module only, which is read first.
    diags::Diagnostics rootWarnings;
    /// Problems in test files that did not prevent the configuration from loading.
    diags::Diagnostics testDiagnostics;
    /// The providers that test files configure, by file. Planning does not need them.
    std::map<std::string, addrs::ProviderRequirements> testProviders;
    /// The modules of run blocks, by file and then in file order. Planning does not need them.
    std::vector<TestModule> testModules;

    const ModuleNode* module(const addrs::Module& path) const;
    const Resource* resource(const addrs::ConfigResource& address) const;
    /// Calls visit for each module: parents before children, siblings by name.
    void forEachModule(const std::function<void(const ModuleNode&)>& visit) const;
    ResolvedProvider providerFor(const ModuleNode& module, const Resource& resource) const;
    ResolvedProvider providerFor(const addrs::Module& module, std::string_view localName, std::string_view alias) const;
    /// Returns all providers that the configuration requires, with the version constraints of all modules combined.
    addrs::ProviderRequirements providerRequirements() const;
    /// Returns the errors of all modules, see ModuleNode::providerConstraintErrors().
    diags::Diagnostics providerConstraintErrors() const;
    /// Returns the addresses of the required providers, sorted.
    std::vector<addrs::Provider> requiredProviders() const;
    /// As requiredProviders(), including those of test files and of the modules of their run blocks.
    std::vector<addrs::Provider> requiredProvidersWithTests() const;
};
using ConfigPtr = std::shared_ptr<const Config>;

} // namespace planlens::configs
