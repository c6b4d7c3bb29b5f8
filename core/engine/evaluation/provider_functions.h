// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/engine/evaluation/runtime.h"
#include "core/hcl/function.h"
#include "core/providers/provider.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace planlens::engine {

/// `provider::name::function` and `provider::name::alias::function`.
struct ProviderFunctionName {
    std::string provider, alias, function;
    static std::optional<ProviderFunctionName> parse(std::string_view name);
};

/// The error about a call of a function whose provider the module does not require.
diags::Diagnostic unknownFunctionProvider(std::string_view provider, const diags::SourceRange& range);

/// The functions of providers. Those that a provider declares are there in any case; a configured provider may have
/// more. Thread-safe; the functions live as long as this.
class ProviderFunctions {
public:
    /// The provider that was configured for what a name and an alias stand for in a module; null where none was.
    using Configured = std::function<std::shared_ptr<providers::Provider>(const ModuleRuntime& module,
                                                                          const ProviderFunctionName& name)>;

    ProviderFunctions(providers::Registry& registry, std::stop_token stop, Configured configured = {})
        : m_registry(registry)
        , m_stop(std::move(stop))
        , m_configured(std::move(configured)) {}

    /// Null where there is no such function for this module.
    const hcl::Function* find(const ModuleRuntime& module, std::string_view name, Operation operation) const;
    /// Why there is none.
    diags::Diagnostic explainMissing(const configs::ModuleNode& module, std::string_view name,
                                     const diags::SourceRange& range) const;

private:
    class ProviderFunction;
    /// A function that is not in the schema, as the provider has it now.
    std::optional<schemas::FunctionSignature> undeclaredFunction(const addrs::Provider& provider,
                                                                 std::shared_ptr<providers::Provider> configured,
                                                                 const std::string& name) const;
    /// A provider that runs without being configured.
    diags::Result<std::shared_ptr<providers::Provider>> running(const addrs::Provider& address) const;

    providers::Registry& m_registry;
    std::stop_token m_stop;
    Configured m_configured;
    mutable std::mutex m_mutex; // guards what follows
    mutable std::map<addrs::Provider, std::shared_ptr<providers::Provider>> m_running;
    /// By provider, the configured one where it is that one's, and name.
    mutable std::map<std::tuple<addrs::Provider, std::shared_ptr<providers::Provider>, std::string>,
                     std::unique_ptr<const hcl::Function>>
        m_functions;
};

} // namespace planlens::engine
