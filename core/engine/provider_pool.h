// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"

#include <atomic>
#include <map>
#include <mutex>

namespace planlens::engine {

class ProviderPool {
public:
    explicit ProviderPool(std::shared_ptr<providers::Registry> registry, BeforeConfigure beforeConfigure = {})
        : m_registry(std::move(registry))
        , m_beforeConfigure(std::move(beforeConfigure)) {}

    providers::Registry& registry() const { return *m_registry; }
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& provider, std::stop_token stop);
    /// An instance to ask what needs no configuration: a running one, else a new one, which the next configuration
    /// takes.
    diags::Result<std::shared_ptr<providers::Provider>> any(const addrs::Provider& provider, std::stop_token stop);
    /// An instance that is configured with this (unmarked) value: the running one where that is so, else a new one.
    /// The configuration's problems come back as the provider gives them.
    struct Configured {
        std::shared_ptr<providers::Provider> provider;
        providers::ProviderDiagnostics problems;
    };
    /// Whether any instance so far gives estimates.
    bool isEstimate() const { return m_isEstimate; }
    diags::Result<Configured> configured(const addrs::AbsProviderInstance& address, const values::Value& config,
                                         std::stop_token stop);

private:
    struct Running {
        values::Value config;
        std::shared_ptr<providers::Provider> provider;
    };
    std::shared_ptr<providers::Registry> m_registry;
    const BeforeConfigure m_beforeConfigure;
    std::atomic<bool> m_isEstimate = false;
    std::mutex m_mutex;
    std::map<addrs::AbsProviderInstance, Running> m_running;
    std::map<addrs::Provider, std::shared_ptr<providers::Provider>> m_idle; // not configured yet
};

} // namespace planlens::engine
