// SPDX-License-Identifier: MPL-2.0
#include "core/engine/provider_pool.h"

#include "core/engine/masked_provider.h"

namespace planlens::engine {

namespace {

/// Providers decide by this version of Terraform what they can use. OpenTofu 1.12 sends the same, as it supports the
/// features of that version.
constexpr const char* versionForProviders = "1.13.0";

} // namespace

ProviderPoolPtr makeProviderPool(std::shared_ptr<providers::Registry> registry, BeforeConfigure beforeConfigure) {
    return std::make_shared<ProviderPool>(std::move(registry), std::move(beforeConfigure));
}

diags::Result<schemas::ProviderSchemaPtr> ProviderPool::schema(const addrs::Provider& provider, std::stop_token stop) {
    return m_registry->schema(provider, stop);
}

diags::Result<std::shared_ptr<providers::Provider>> ProviderPool::start(const addrs::Provider& provider,
                                                                        std::stop_token stop) {
    diags::Result<std::shared_ptr<providers::Provider>> started = m_registry->start(provider, std::move(stop));
    if (started.value)
        *started.value = std::make_shared<MaskedProvider>(*std::move(started.value), m_secrets);
    return started;
}

void ProviderPool::removeEnded() {
    std::erase_if(m_idle, [](const auto& idle) { return idle.second->hasEnded(); });
    std::erase_if(m_running, [](const auto& running) { return running.second.provider->hasEnded(); });
}

diags::Result<std::shared_ptr<providers::Provider>> ProviderPool::any(const addrs::Provider& provider,
                                                                      std::stop_token stop) {
    const std::scoped_lock lock(m_mutex);
    removeEnded();
    if (const auto idle = m_idle.find(provider); idle != m_idle.end())
        return idle->second;
    for (const auto& [address, running] : m_running)
        if (address.config.provider == provider)
            return running.provider;
    diags::Result<std::shared_ptr<providers::Provider>> started = start(provider, stop);
    if (started.isOk())
        m_idle.emplace(provider, *started);
    return started;
}

diags::Result<ProviderPool::Configured> ProviderPool::configured(const addrs::AbsProviderInstance& address,
                                                                 const values::Value& config, std::stop_token stop) {
    {
        const std::scoped_lock lock(m_mutex);
        removeEnded();
        const auto it = m_running.find(address);
        if (it != m_running.end() && it->second.config == config)
            return Configured{it->second.provider, it->second.warnings};
    }
    std::shared_ptr<providers::Provider> idle;
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto found = m_idle.find(address.config.provider); found != m_idle.end()) {
            idle = std::move(found->second);
            m_idle.erase(found);
        }
    }
    diags::Result<std::shared_ptr<providers::Provider>> started =
        idle ? std::move(idle) : start(address.config.provider, stop);
    if (!started.isOk())
        return std::move(started.diagnostics);
    if ((*started)->isEstimate())
        m_isEstimate = true;
    if (m_beforeConfigure)
        m_beforeConfigure(address.config.provider, config);
    Configured result{*started, (*started)->validateProviderConfig({{}, config}, stop)};
    if (!providers::hasErrors(result.problems)) {
        const providers::ProviderDiagnostics said = (*started)->configure({versionForProviders, config}, stop);
        result.problems.insert(result.problems.end(), said.begin(), said.end());
    }
    if (!providers::hasErrors(result.problems)) {
        const std::scoped_lock lock(m_mutex);
        m_running.insert_or_assign(address, Running{config, result.provider, result.problems});
    }
    return {std::move(result), std::move(started.diagnostics)};
}

} // namespace planlens::engine
