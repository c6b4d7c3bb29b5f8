// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"

/// Test files of `tofu test`, which are only read to report errors in them; private to core/configs.
namespace planlens::configs {

/// Whether a file of this name contains tests.
bool isTestFile(std::string_view name);
/// Returns the names without the Terraform files that an OpenTofu file replaces.
std::vector<std::string> withoutReplaced(const std::vector<std::string>& names);

struct TestRun {
    std::string name;
    std::vector<PassedProvider> providers; // empty: those with the names that the module expects
    bool callsModule = false;              // instead of the root module
};

/// The provider-related parts of a test file.
struct TestFile {
    std::vector<ProviderConfig> providers;
    std::vector<TestRun> runs;
    /// The modules of run blocks, with the name of the run, and its variables as arguments.
    std::vector<ModuleCall> modules;
};

/// Reads the body of a test file. Problems that do not prevent the configuration from loading are added to `later`.
TestFile checkTestFile(const hcl::Body& body, diags::Diagnostics& diagnostics, diags::Diagnostics& later);

} // namespace planlens::configs
