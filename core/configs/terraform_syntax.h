// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Constructs of Terraform's language that OpenTofu does not have. docs/terraform.md lists them.
namespace planlens::configs {

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

/// Adds to errors about unsupported blocks and arguments which construct of Terraform it is, where it is one.
void explainTerraformSyntax(diags::Diagnostics& diagnostics, TerraformContext context);

/// A file that only Terraform reads.
struct TerraformFile {
    std::string_view purpose; // "queries"
    std::string_view since;   // "1.14"
};
/// By the file's name; nothing for all others.
std::optional<TerraformFile> terraformFile(std::string_view name);
/// A sentence about each such file in the folders of a configuration. The reference passes them over without a word, so
/// that they are no diagnostics.
std::vector<std::string> terraformFileNotes(const Config& config, const FileSystem& files = *realFileSystem());

} // namespace planlens::configs
