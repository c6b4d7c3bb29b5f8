// SPDX-License-Identifier: MPL-2.0
#pragma once

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

/// The parts of `provider::name::function` and `provider::name::alias::function`.
struct ProviderFunctionName {
    std::string provider, alias, function;
    static std::optional<ProviderFunctionName> parse(std::string_view name);
};

/// Returns the error for a function call with a provider that the module does not require.
diags::Diagnostic unknownFunctionProvider(std::string_view provider, const diags::SourceRange& range);

/// The functions of providers: those declared in schemas, and further ones of configured providers. Thread-safe. The
/// functions exist as long as this object.
class ProviderFunctions {
public:
    /// Returns the configured provider for a local name and alias in a module; null if there is none.
    using Configured = std::function<std::shared_ptr<providers::Provider>(const ModuleRuntime& module,
                                                                          const ProviderFunctionName& name)>;

    ProviderFunctions(const configs::Config& config, providers::Registry& registry, std::stop_token stop,
                      Configured configured = {});

    /// Whether any file of the configuration may call functions of providers.
    bool areUsed() const { return m_areUsed; }
    /// Returns null if the module has no such function.
    const hcl::Function* find(const ModuleRuntime& module, std::string_view name, Operation operation) const;
    /// Returns the error for a function that find() does not return.
    diags::Diagnostic explainMissing(const configs::ModuleNode& module, std::string_view name,
                                     const diags::SourceRange& range) const;

private:
    class ProviderFunction;
    /// Returns the signature of a function that is not in the schema, from the provider instance.
    std::optional<schemas::FunctionSignature> undeclaredFunction(const addrs::Provider& provider,
                                                                 std::shared_ptr<providers::Provider> configured,
                                                                 const std::string& name) const;
    /// Returns a running provider instance that is not configured.
    diags::Result<std::shared_ptr<providers::Provider>> running(const addrs::Provider& address) const;

    const bool m_areUsed;
    providers::Registry& m_registry;
    std::stop_token m_stop;
    Configured m_configured;
    mutable std::mutex m_mutex; // guards the members below
    mutable std::map<addrs::Provider, std::shared_ptr<providers::Provider>> m_running;
    /// By provider, configured instance (null if not configured) and function name.
    mutable std::map<std::tuple<addrs::Provider, std::shared_ptr<providers::Provider>, std::string>,
                     std::unique_ptr<const hcl::Function>>
        m_functions;
};

} // namespace planlens::engine
