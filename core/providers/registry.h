// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/builtin/remote_state.h"
#include "core/providers/packages/installed_packages.h"
#include "core/providers/plugin/plugin.h"
#include "core/providers/provider.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace planlens::providers {

/// Providers of one working directory: the built-in ones and the packages installed by `init`.
class DefaultRegistry final : public Registry {
public:
    using Log = std::function<void(const plugin::LogEntry&)>;
    /// The log receives the output of plugins, on their threads; it may be empty. `forced` kills all plugins.
    explicit DefaultRegistry(std::filesystem::path workingDirectory = {}, CliConfig config = {}, Log log = {},
                             std::stop_token forced = {});
    ~DefaultRegistry() override;

    diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) override;
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override;
    bool isAvailable(const addrs::Provider& address) const override;
    /// Sets how terraform_remote_state reads states: the allowed backends, and the tool for backends that Planlens does
    /// not support (empty: the default). By default, all backends are allowed. Not thread-safe.
    void setRemoteStates(builtin::RemoteStateAccess::Reach reach, std::string tool);
    /// Sets the encryption of these states, for providers that are started afterwards; default: none. Not thread-safe.
    void setRemoteStateEncryption(builtin::RemoteStateAccess::Encryption encryption);

    const InstalledPackages& packages() const { return m_packages; }
    /// Removes cached schemas whose packages have changed, and returns whether there were any. Must be called before
    /// planning again in the same directory.
    bool forgetChanged();
    /// Releases unused instances that were started only for their schemas. The schemas stay
    /// cached.
    void releaseSpares();

    /// Returns the running plugins and the most recently ended ones, in start order.
    std::vector<plugin::Status> plugins() const;

private:
    /// The cached schema of a provider.
    struct Known {
        std::mutex mutex; // held while the provider is started
        std::vector<FileIdentity> package;
        schemas::ProviderSchemaPtr schema;
        std::shared_ptr<Provider> spare; // the instance that returned the schema, until it is used
    };
    Known& known(const addrs::Provider& address);
    diags::Result<std::shared_ptr<Provider>> launch(const addrs::Provider& address, const TrustedPackage& package,
                                                    schemas::ProviderSchemaPtr schema, std::stop_token stop);
    std::shared_ptr<plugin::Record> addRecord(plugin::Status status);

    InstalledPackages m_packages;
    builtin::RemoteStateAccess m_remoteStates;
    Log m_log;
    std::stop_token m_forced;
    std::mutex m_mutex; // guards the map, not its values
    std::map<addrs::Provider, std::unique_ptr<Known>> m_known;
    mutable std::mutex m_recordsMutex; // guards m_records; only held briefly
    std::vector<std::shared_ptr<plugin::Record>> m_records;
};

/// Returns the error for a provider that is neither installed nor built in.
diags::Diagnostic missingProvider(const addrs::Provider& address);

} // namespace planlens::providers
