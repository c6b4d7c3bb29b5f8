// SPDX-License-Identifier: MPL-2.0
#include "core/providers/registry.h"

#include "core/providers/builtin/terraform_provider.h"
#include "core/values/text/quoted.h"

#include <utility>

namespace planlens::providers {
namespace {

bool isBuiltInHere(const addrs::Provider& address) {
    return address == addrs::Provider::builtIn("terraform");
}

} // namespace

diags::Diagnostic missingProvider(const addrs::Provider& address) {
    const std::string name = address.toString();
    constexpr auto summary = "Missing required provider";
    if (address.isBuiltIn())
        return diags::Diagnostic::error(summary, "This configuration requires built-in provider " + name +
                                                     ", but that provider isn't available in this OpenTofu version.");
    return diags::Diagnostic::error(summary, "This configuration requires provider " + name +
                                                 ", but that provider isn't available. You may be able to install it "
                                                 "automatically by running:\n  tofu init")
        .withCode(diags::ErrorCode::NotInitialized);
}

DefaultRegistry::DefaultRegistry(std::filesystem::path workingDirectory, CliConfig config, Log log,
                                 std::stop_token forced)
    : m_packages(std::move(workingDirectory), std::move(config))
    , m_log(std::move(log))
    , m_forced(std::move(forced)) {
    m_remoteStates.workingDirectory = m_packages.workingDirectory();
    m_remoteStates.forced = m_forced;
}

DefaultRegistry::~DefaultRegistry() = default;

void DefaultRegistry::setRemoteStates(builtin::RemoteStateAccess::Reach reach, std::string tool) {
    m_remoteStates.reach = reach;
    m_remoteStates.tool = std::move(tool);
}

void DefaultRegistry::setRemoteStateEncryption(builtin::RemoteStateAccess::Encryption encryption) {
    m_remoteStates.encryption = std::move(encryption);
}

bool DefaultRegistry::isAvailable(const addrs::Provider& address) const {
    return address.isBuiltIn() ? isBuiltInHere(address) : m_packages.isSelected(address);
}

DefaultRegistry::Known& DefaultRegistry::known(const addrs::Provider& address) {
    const std::scoped_lock lock(m_mutex);
    std::unique_ptr<Known>& known = m_known[address];
    if (!known)
        known = std::make_unique<Known>();
    return *known;
}

diags::Result<std::shared_ptr<Provider>> DefaultRegistry::launch(const addrs::Provider& address,
                                                                 const TrustedPackage& package,
                                                                 schemas::ProviderSchemaPtr schema,
                                                                 std::stop_token stop) {
    using Package = plugin::Status::Package;
    plugin::Launch launch;
    launch.address = address;
    launch.executable = package.executable;
    launch.record = addRecord({address, package.version, package.executable,
                               package.version.empty() ? Package::UnderDevelopment : Package::HashMatched});
    launch.workingDirectory = m_packages.workingDirectory();
    launch.schema = std::move(schema);
    launch.log = m_log;
    launch.forced = m_forced;
    auto provider = plugin::start(launch, stop);
    if (launch.record->status().process == 0)
        launch.record->ended({}); // the process could not be started
    return provider;
}

diags::Result<std::shared_ptr<Provider>> DefaultRegistry::start(const addrs::Provider& address, std::stop_token stop) {
    if (isBuiltInHere(address))
        return std::shared_ptr<Provider>(std::make_shared<TerraformProvider>(m_remoteStates));
    if (!isAvailable(address))
        return missingProvider(address);
    const auto package = m_packages.trusted(address);
    if (!package)
        return diags::Diagnostic::error(package.error(), {});
    schemas::ProviderSchemaPtr schema;
    {
        Known& entry = known(address);
        const std::scoped_lock lock(entry.mutex);
        std::shared_ptr<Provider> spare = std::exchange(entry.spare, nullptr);
        const bool isSame = entry.package == package->identity;
        if (spare && isSame)
            return spare;
        if (isSame)
            schema = entry.schema;
    }
    return launch(address, *package, std::move(schema), stop);
}

diags::Result<schemas::ProviderSchemaPtr> DefaultRegistry::schema(const addrs::Provider& address,
                                                                  std::stop_token stop) {
    Known& entry = known(address);
    const std::scoped_lock lock(entry.mutex);
    if (entry.schema)
        return entry.schema;
    if (isBuiltInHere(address)) {
        auto schema = TerraformProvider().schema(stop);
        if (schema.isOk())
            entry.schema = *schema;
        return schema;
    }
    const auto failed = [&](const std::string& why) {
        return diags::Diagnostic::error(
            "failed to instantiate provider " + values::quoted(address.toString()) + " to obtain schema: " + why, {});
    };
    if (!isAvailable(address))
        return failed("unavailable provider " + values::quoted(address.toString()));
    auto package = m_packages.trusted(address);
    if (!package)
        return failed(package.error());
    auto provider = launch(address, *package, nullptr, stop);
    if (!provider.isOk()) {
        const diags::Diagnostic& problem = provider.diagnostics[0];
        // The caller adds a full stop.
        const std::string_view advice = problem.detail;
        return failed(advice.empty() ? problem.summary
                                     : problem.summary + ".\n\n" +
                                           std::string(advice.substr(0, advice.size() - advice.ends_with('.'))));
    }
    auto schema = (*provider)->schema(stop);
    if (schema.isOk()) {
        entry.schema = *schema;
        entry.package = std::move(package->identity);
        entry.spare = *std::move(provider.value);
    }
    return schema;
}

std::shared_ptr<plugin::Record> DefaultRegistry::addRecord(plugin::Status status) {
    constexpr std::size_t endedKept = 20;
    const std::scoped_lock lock(m_recordsMutex);
    std::size_t ended = 0;
    for (auto it = m_records.rbegin(); it != m_records.rend(); ++it)
        if ((*it)->status().ended && ++ended > endedKept)
            it->reset();
    std::erase(m_records, nullptr);
    return m_records.emplace_back(std::make_shared<plugin::Record>(std::move(status)));
}

std::vector<plugin::Status> DefaultRegistry::plugins() const {
    const std::scoped_lock lock(m_recordsMutex);
    std::vector<plugin::Status> plugins;
    for (const auto& record : m_records)
        if (plugin::Status status = record->status(); status.process != 0)
            plugins.push_back(std::move(status));
    return plugins;
}

void DefaultRegistry::releaseSpares() {
    std::vector<std::shared_ptr<Provider>> released; // destroyed after unlocking, because plugins take time to end
    const std::scoped_lock lock(m_mutex);
    for (const auto& [address, entry] : m_known) {
        const std::scoped_lock guard(entry->mutex);
        released.push_back(std::exchange(entry->spare, nullptr));
    }
}

bool DefaultRegistry::forgetChanged() {
    const std::scoped_lock lock(m_mutex);
    bool hasChanged = false;
    for (const auto& [address, entry] : m_known) {
        const std::scoped_lock guard(entry->mutex);
        if (address.isBuiltIn() || !entry->schema)
            continue;
        if (const auto package = m_packages.trusted(address); package && package->identity == entry->package)
            continue;
        entry->schema.reset();
        entry->spare.reset();
        hasChanged = true;
    }
    return hasChanged;
}

} // namespace planlens::providers
