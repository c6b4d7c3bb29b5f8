// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Terraform language constructs that OpenTofu does not support. docs/terraform.md lists them.
namespace planlens::configs {

struct Config;

/// The block whose content is read.
enum class TerraformContext {
    File,
    Terraform,
    Output,
    ModuleCall,
    Lifecycle,
    Removed,
    TerraformData,
    TestFile,
    Run,
    MockProvider,
    Mock,
    Override
};

/// Names the Terraform construct in errors about unsupported blocks and arguments, if it is one.
void explainTerraformSyntax(diags::Diagnostics& diagnostics, TerraformContext context);

/// A kind of file that only Terraform reads.
struct TerraformFile {
    std::string_view purpose; // "queries"
    std::string_view since;   // "1.14"
};
/// Returns the kind of Terraform file with this name; empty for all other files.
std::optional<TerraformFile> terraformFile(std::string_view name);
/// Returns a sentence for each such file in the directories of a configuration. OpenTofu silently ignores them, so
/// these are not diagnostics.
std::vector<std::string> terraformFileNotes(const Config& config, const FileSystem& files = *realFileSystem());

} // namespace planlens::configs
