// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace planlens::providers {

/// Where `init` looks for packages. Planlens installs nothing; it tells what is configured.
struct InstallationMethod {
    enum class Kind { Direct, FilesystemMirror, NetworkMirror, OciMirror };
    Kind kind = Kind::Direct;
    std::string location; // folder, address or template
    std::vector<std::string> include, exclude;
};

/// What of the user's CLI configuration (`.tofurc`) is about providers. Credentials are passed over while reading.
struct CliConfig {
    /// Folders of providers under development, as written: they are used without any check.
    std::map<addrs::Provider, std::filesystem::path> devOverrides;
    std::vector<InstallationMethod> methods;
    std::filesystem::path pluginCacheDirectory; // TF_PLUGIN_CACHE_DIR or plugin_cache_dir; may be empty
};

/// Reads the file that TF_CLI_CONFIG_FILE names, or else `.tofurc` (`.terraformrc`) of the home folder and the `.tfrc`
/// files of the folder for configuration. The environment is a list of "NAME=value"; relative paths are those of the
/// start directory. Errors do not keep the rest from being used, as with the reference.
diags::Result<CliConfig> loadCliConfig(const std::vector<std::string>& environment,
                                       const std::filesystem::path& startDirectory);

/// The warning that every command gives that depends on providers under development; nothing where there are none.
diags::Diagnostics devOverrideWarning(const CliConfig& config);

} // namespace planlens::providers
