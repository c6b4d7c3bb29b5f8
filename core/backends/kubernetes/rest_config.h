// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/kubeconfig.h"
#include "core/backends/kubernetes/server.h"

/// The connection to a Kubernetes server. The rules are those of client-go (rest, transport).
namespace planlens::backends::kubernetes {

/// PEM texts are preferred to files.
struct RestConfig {
    std::string host; // URL, or host and port; empty: this machine
    std::string serverName, proxy;
    std::string authorityFile, authorities;
    bool skipsVerification = false;
    std::string token, tokenFile;
    std::string username, password;
    std::string certificateFile, certificate, keyFile, key;
    std::vector<std::string> headers; // of an impersonated user
    std::string authProvider;
    std::optional<Plugin> plugin;
    std::string extension; // JSON for the plugin; empty: none
};

/// Credentials are only used with TLS.
diags::Expected<RestConfig, std::string> restConfig(const Selected& selected);
/// Whether this program runs in a pod that has a token in this folder.
bool isInCluster(const std::filesystem::path& serviceAccount);
diags::Expected<RestConfig, std::string> inClusterConfig(const std::filesystem::path& serviceAccount);

/// Whether a plugin prints the credentials: there are no others.
bool usesPlugin(const RestConfig& config);
/// Reads the files. The plugin is started in this directory.
diags::Expected<ServerSettings, std::string> serverSettings(const RestConfig& config,
                                                            const std::filesystem::path& directory);

} // namespace planlens::backends::kubernetes
