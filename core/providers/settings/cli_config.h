// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace planlens::providers {

/// A source of packages for `init`. Planlens installs nothing and only displays it.
struct InstallationMethod {
    enum class Kind { Direct, FilesystemMirror, NetworkMirror, OciMirror };
    Kind kind = Kind::Direct;
    std::string location; // directory, address or template
    std::vector<std::string> include, exclude;
};

/// The provider settings of the user's CLI configuration (`.tofurc`). Credentials are not stored.
struct CliConfig {
    /// Directories of development overrides, as written in the file. Their packages are not verified.
    std::map<addrs::Provider, std::filesystem::path> devOverrides;
    std::vector<InstallationMethod> methods;
    std::filesystem::path pluginCacheDirectory; // TF_PLUGIN_CACHE_DIR or plugin_cache_dir; may be empty
};

/// Reads the file in TF_CLI_CONFIG_FILE, or `.tofurc` (`.terraformrc`) in the home directory and the `.tfrc` files in
/// the configuration directory. `environment` has entries "NAME=value". Relative paths are resolved against the start
/// directory. As in OpenTofu, settings without errors are used even if others have errors.
diags::Result<CliConfig> loadCliConfig(const std::vector<std::string>& environment,
                                       const std::filesystem::path& startDirectory);

/// Returns the warning of commands that depend on development overrides; empty if there are none.
diags::Diagnostics devOverrideWarning(const CliConfig& config);

} // namespace planlens::providers
