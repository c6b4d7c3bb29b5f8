// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/kubeconfig.h"
#include "core/cloud/http/exchange.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>

namespace planlens::backends::kubernetes {

/// The configured credentials. With a plugin, all others are empty.
struct CredentialSettings {
    std::string token, tokenFile; // the file is preferred, because its token is replaced from time to time
    std::string username, password;
    std::optional<Plugin> plugin;
    std::string clusterForPlugin; // JSON; empty: it gets none
    std::filesystem::path directory = {};
};

/// Adds credentials to requests, and renews them. May be used by several threads.
class Credentials {
public:
    explicit Credentials(CredentialSettings settings)
        : m_settings(std::move(settings)) {}

    /// Starts the plugin if its credentials are unknown or have expired. The error contains no secrets.
    diags::Expected<bool, std::string> addTo(cloud::http::Request& request, const std::stop_token& stop);
    /// Discards credentials that the server has rejected. Returns false if the next request would have the same ones.
    bool renew();
    /// Returns a description for messages; empty if there are no credentials.
    std::string description() const;

private:
    using Time = std::chrono::system_clock::time_point;
    struct Printed {
        std::string token, certificate, key;
        std::optional<Time> expires = {};
    };
    diags::Expected<Printed, std::string> runPlugin(const std::stop_token& stop) const;
    static diags::Expected<Printed, std::string> readPrinted(const std::string& text, const std::string& apiVersion);

    const CredentialSettings m_settings;
    std::mutex m_mutex; // guards the others, and is held while the plugin runs
    std::optional<Printed> m_printed;
    std::string m_fileToken; // that was read last
};

} // namespace planlens::backends::kubernetes
