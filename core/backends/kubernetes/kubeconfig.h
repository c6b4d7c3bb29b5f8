// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Configuration files of Kubernetes clients. The rules are those of client-go (tools/clientcmd).
namespace planlens::backends::kubernetes {

/// A program that prints credentials.
struct Plugin {
    std::string apiVersion, command;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> variables; // added to the environment
    std::string interactiveMode;                                // "Never", "IfAvailable" or "Always"
    std::string installHint;
    bool needsCluster = false; // it gets the cluster with its credentials for TLS
};

/// Files are absolute paths, and data are PEM texts.
struct Cluster {
    std::string server, serverName, proxy;
    std::string authorityFile, authorities;
    bool skipsVerification = false;
    std::string extension; // JSON for plugins; empty: none
};

struct User {
    std::string token, tokenFile;
    std::string username, password;
    std::string certificateFile, certificate, keyFile, key;
    std::string impersonated, impersonatedUid;
    std::vector<std::string> impersonatedGroups;
    std::vector<std::pair<std::string, std::string>> impersonatedExtra; // by key
    std::string authProvider;                                           // the name of a legacy plugin
    std::optional<Plugin> plugin;
};

/// The parts of all files, by name. The first file that has a name wins.
struct KubeConfig {
    struct Context {
        std::string cluster, user;
    };
    std::map<std::string, Cluster, std::less<>> clusters;
    std::map<std::string, User, std::less<>> users;
    std::map<std::string, Context, std::less<>> contexts;
    std::string currentContext;
};

/// Settings that override the files; empty: none.
struct Overrides {
    std::string context, cluster, user;
    std::optional<Plugin> plugin;
};

/// The selected cluster and user.
struct Selected {
    Cluster cluster;
    User user;
};
struct ConfigError {
    std::string text;
    bool isEmpty = false; // nothing is configured
};

/// Reads the files. Those that do not exist are ignored. Relative paths are relative to the directory.
diags::Expected<KubeConfig, std::string> readKubeConfig(const std::vector<std::string>& files,
                                                        const std::filesystem::path& directory);
/// Selects and checks a cluster and a user.
diags::Expected<Selected, ConfigError> select(const KubeConfig& config, const Overrides& overrides);

} // namespace planlens::backends::kubernetes
