// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"
#include "core/engine/provider_secrets.h"

#include <atomic>
#include <map>
#include <mutex>

namespace planlens::engine {

class ProviderPool {
public:
    explicit ProviderPool(std::shared_ptr<providers::Registry> registry, BeforeConfigure beforeConfigure = {},
                          std::shared_ptr<ProviderSecrets> secrets = std::make_shared<ProviderSecrets>())
        : m_registry(std::move(registry))
        , m_beforeConfigure(std::move(beforeConfigure))
        , m_secrets(std::move(secrets)) {}

    providers::Registry& registry() const { return *m_registry; }
    /// The secrets that the texts of the providers, and of provisioners, do not show.
    const std::shared_ptr<ProviderSecrets>& secrets() const { return m_secrets; }
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& provider, std::stop_token stop);
    /// Returns an instance for calls that need no configuration: a running one if possible, otherwise a new one, which
    /// the next call of configured() uses.
    diags::Result<std::shared_ptr<providers::Provider>> any(const addrs::Provider& provider, std::stop_token stop);
    /// A provider instance with the diagnostics of its configuration, as returned by the provider.
    struct Configured {
        std::shared_ptr<providers::Provider> provider;
        providers::ProviderDiagnostics problems;
    };
    /// Whether any instance started so far returns estimates.
    bool isEstimate() const { return m_isEstimate; }
    /// Returns an instance with this (unmarked) configuration: the running one if it has an equal one, otherwise a new
    /// one.
    diags::Result<Configured> configured(const addrs::AbsProviderInstance& address, const values::Value& config,
                                         std::stop_token stop);

private:
    struct Running {
        values::Value config;
        std::shared_ptr<providers::Provider> provider;
        providers::ProviderDiagnostics warnings; // of its configuration; each walk reports them
    };
    diags::Result<std::shared_ptr<providers::Provider>> start(const addrs::Provider& provider, std::stop_token stop);
    /// Removes providers whose process has exited, so that they are started again. Requires the mutex.
    void removeEnded();

    std::shared_ptr<providers::Registry> m_registry;
    const BeforeConfigure m_beforeConfigure;
    const std::shared_ptr<ProviderSecrets> m_secrets;
    std::atomic<bool> m_isEstimate = false;
    std::mutex m_mutex;
    std::map<addrs::AbsProviderInstance, Running> m_running;
    std::map<addrs::Provider, std::shared_ptr<providers::Provider>> m_idle; // not configured yet
};

} // namespace planlens::engine
