// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

#include <filesystem>
#include <map>
#include <mutex>

namespace planlens::providers {

/// Providers of one working directory: what is built in, and what `tofu init` has installed there.
class DefaultRegistry final : public Registry {
public:
    explicit DefaultRegistry(std::filesystem::path workingDirectory = {});

    diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) override;
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override;
    bool isAvailable(const addrs::Provider& address) const override;

private:
    bool isInstalled(const addrs::Provider& address) const;

    std::filesystem::path m_workingDirectory;
    std::mutex m_mutex; // guards what follows
    std::map<addrs::Provider, schemas::ProviderSchemaPtr> m_schemas;
};

/// What is said about a provider that is not there at all.
diags::Diagnostic missingProvider(const addrs::Provider& address);

} // namespace planlens::providers
