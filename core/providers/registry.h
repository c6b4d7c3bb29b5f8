// SPDX-License-Identifier: MPL-2.0
#pragma once

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

/// Providers of one working directory: what is built in, and what `init` has installed there.
class DefaultRegistry final : public Registry {
public:
    using Log = std::function<void(const plugin::LogEntry&)>;
    /// The log is told what plugins say, on threads of theirs; it may be empty. `forced` kills all plugins at once.
    explicit DefaultRegistry(std::filesystem::path workingDirectory = {}, CliConfig config = {}, Log log = {},
                             std::stop_token forced = {});
    ~DefaultRegistry() override;

    diags::Result<std::shared_ptr<Provider>> start(const addrs::Provider& address, std::stop_token stop) override;
    diags::Result<schemas::ProviderSchemaPtr> schema(const addrs::Provider& address, std::stop_token stop) override;
    bool isAvailable(const addrs::Provider& address) const override;

    const InstalledPackages& packages() const { return m_packages; }
    /// Forgets the schemas of packages that are not what they were when these were asked for; true where there were
    /// any. For those who plan the same folder again.
    bool forgetChanged();
    /// Lets go of instances that were started for their schemas and that nobody has taken since. The schemas stay
    /// known.
    void releaseSpares();

    /// The plugins that were started, in that order: all that run, and those that have ended last.
    std::vector<plugin::Status> plugins() const;

private:
    /// What is known of a provider whose schema was asked for.
    struct Known {
        std::mutex mutex; // held while it is started for its schema
        std::vector<FileIdentity> package;
        schemas::ProviderSchemaPtr schema;
        std::shared_ptr<Provider> spare; // what gave the schema, for whom needs an instance first
    };
    Known& known(const addrs::Provider& address);
    diags::Result<std::shared_ptr<Provider>> launch(const addrs::Provider& address, const TrustedPackage& package,
                                                    schemas::ProviderSchemaPtr schema, std::stop_token stop);
    std::shared_ptr<plugin::Record> addRecord(plugin::Status status);

    InstalledPackages m_packages;
    Log m_log;
    std::stop_token m_forced;
    std::mutex m_mutex; // guards the map, not what it refers to
    std::map<addrs::Provider, std::unique_ptr<Known>> m_known;
    mutable std::mutex m_recordsMutex; // guards what follows; never held for long
    std::vector<std::shared_ptr<plugin::Record>> m_records;
};

/// What is said about a provider that is not there at all.
diags::Diagnostic missingProvider(const addrs::Provider& address);

} // namespace planlens::providers
