// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

/// Files of `tofu test`, which are read only to tell what is wrong in them; private to core/configs.
namespace planlens::configs {

/// Whether it is the name of a file with tests.
bool isTestFile(std::string_view name);
/// Without files of Terraform that one of OpenTofu stands in for.
std::vector<std::string> withoutReplaced(const std::vector<std::string>& names);

struct TestRun {
    std::string name;
    std::vector<PassedProvider> providers; // none: those with the names that the module expects
    bool callsModule = false;              // in place of the root module
};

/// The parts of a test file that concern providers.
struct TestFile {
    std::vector<ProviderConfig> providers;
    std::vector<TestRun> runs;
    /// The modules of runs, with the name of the run and its variables as arguments.
    std::vector<ModuleCall> modules;
};

/// Reads a file's body. What is wrong but does not hinder the reading of the configuration goes to `later`.
TestFile checkTestFile(const hcl::Body& body, diags::Diagnostics& diagnostics, diags::Diagnostics& later);

} // namespace planlens::configs
