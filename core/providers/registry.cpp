// SPDX-License-Identifier: MPL-2.0
#include "core/providers/registry.h"

#include "core/providers/builtin/terraform_provider.h"
#include "core/states/workspace.h"

namespace planlens::providers {
namespace {

bool isBuiltInHere(const addrs::Provider& address) {
    return address == addrs::Provider::builtIn("terraform");
}

} // namespace

diags::Diagnostic missingProvider(const addrs::Provider& address) {
    const std::string name = address.toString();
    return diags::Diagnostic::error("Missing required provider",
                                    address.isBuiltIn()
                                        ? "This configuration requires built-in provider " + name +
                                              ", but that provider isn't available in this OpenTofu version."
                                        : "This configuration requires provider " + name +
                                              ", but that provider isn't available. You may be able to install it "
                                              "automatically by running:\n  tofu init");
}

DefaultRegistry::DefaultRegistry(std::filesystem::path workingDirectory)
    : m_workingDirectory(std::move(workingDirectory)) {}

bool DefaultRegistry::isInstalled(const addrs::Provider& address) const {
    std::error_code error;
    return std::filesystem::is_directory(states::dataDirectory(m_workingDirectory) / "providers" / address.hostname /
                                             address.nameSpace / address.type,
                                         error);
}

bool DefaultRegistry::isAvailable(const addrs::Provider& address) const {
    return address.isBuiltIn() ? isBuiltInHere(address) : isInstalled(address);
}

diags::Result<std::shared_ptr<Provider>> DefaultRegistry::start(const addrs::Provider& address, std::stop_token) {
    if (isBuiltInHere(address))
        return std::shared_ptr<Provider>(std::make_shared<TerraformProvider>(m_workingDirectory));
    if (!isAvailable(address))
        return missingProvider(address);
    return diags::Diagnostic::error(
        "Provider plugins are not supported yet",
        "This version of Planlens cannot start the installed provider " + address.toString() +
            ": it works with built-in providers only. Plan this configuration with \"tofu plan\" "
            "and open the saved plan instead.");
}

diags::Result<schemas::ProviderSchemaPtr> DefaultRegistry::schema(const addrs::Provider& address,
                                                                  std::stop_token stop) {
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_schemas.find(address); known != m_schemas.end())
            return known->second;
    }
    auto provider = start(address, stop);
    if (!provider.isOk())
        return std::move(provider.diagnostics);
    auto schema = (*provider)->schema(stop);
    if (schema.isOk()) {
        const std::lock_guard lock(m_mutex);
        m_schemas.emplace(address, *schema);
    }
    return schema;
}

} // namespace planlens::providers
