// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/provider_functions.h"

#include "core/configs/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace planlens::engine {

using diags::Diagnostic;
using hcl::FunctionError;
using hcl::FunctionOutcome;
using hcl::Parameter;
using values::Type;
using values::Value;

namespace {

Parameter parameterOf(const schemas::FunctionParameter& declared) {
    Parameter parameter;
    parameter.name = declared.name;
    parameter.type = declared.type;
    parameter.allowNull = declared.allowNull;
    parameter.allowUnknown = declared.allowUnknown;
    parameter.description = declared.description;
    return parameter;
}

std::vector<Parameter> parametersOf(const schemas::FunctionSignature& signature) {
    std::vector<Parameter> parameters;
    for (const schemas::FunctionParameter& declared : signature.parameters)
        parameters.push_back(parameterOf(declared));
    return parameters;
}

Parameter anything() {
    Parameter parameter;
    parameter.type = Type::dynamic();
    parameter.allowNull = parameter.allowUnknown = parameter.allowDynamicType = true;
    return parameter;
}

/// A function that a provider may have after it is configured. Its signature is unknown before that.
class UndeclaredFunction final : public hcl::Function {
public:
    explicit UndeclaredFunction(std::string name)
        : Function(std::move(name), {}, anything()) {}
    FunctionOutcome<Type> returnType(std::span<const Value>) const override { return Type::dynamic(); }
    FunctionOutcome<Value> call(std::span<const Value>, Type) const override { return Value::dynamicUnknown(); }
};

} // namespace

std::optional<ProviderFunctionName> ProviderFunctionName::parse(std::string_view name) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = name.find("::"); at != std::string_view::npos; from = at + 2, at = name.find("::", from))
        parts.emplace_back(name.substr(from, at - from));
    parts.emplace_back(name.substr(from));
    if (parts[0] != "provider" || (parts.size() != 3 && parts.size() != 4))
        return {};
    return ProviderFunctionName{parts[1], parts.size() == 4 ? parts[2] : std::string(), parts.back()};
}

class ProviderFunctions::ProviderFunction final : public hcl::Function {
public:
    /// `configured` calls the function; if null, an unconfigured instance does.
    ProviderFunction(const ProviderFunctions& owner, addrs::Provider provider,
                     std::shared_ptr<providers::Provider> configured, std::string name,
                     const schemas::FunctionSignature& signature)
        : Function(std::move(name), parametersOf(signature),
                   signature.variadic ? std::optional(parameterOf(*signature.variadic)) : std::nullopt)
        , m_owner(owner)
        , m_provider(std::move(provider))
        , m_configured(std::move(configured))
        , m_returnType(signature.returnType) {}

    FunctionOutcome<Type> returnType(std::span<const Value>) const override { return m_returnType; }
    FunctionOutcome<Value> call(std::span<const Value> arguments, Type) const override {
        const diags::Result<std::shared_ptr<providers::Provider>> provider =
            m_configured ? m_configured : m_owner.running(m_provider);
        if (!provider.isOk())
            return diags::Unexpected(FunctionError{provider.diagnostics.toString(), {}, {}});
        providers::CallFunctionResponse response =
            (*provider)->callFunction({name(), {arguments.begin(), arguments.end()}}, m_owner.m_stop);
        if (!response.error)
            return std::move(response.result);
        FunctionError error{*std::move(response.error), {}, {}};
        if (response.errorArgument && *response.errorArgument >= 0)
            error.argument = static_cast<std::size_t>(*response.errorArgument);
        return diags::Unexpected(std::move(error));
    }

private:
    const ProviderFunctions& m_owner;
    addrs::Provider m_provider;
    std::shared_ptr<providers::Provider> m_configured;
    Type m_returnType;
};

ProviderFunctions::ProviderFunctions(const configs::Config& config, providers::Registry& registry, std::stop_token stop,
                                     Configured configured)
    : m_areUsed(config.sources.files().empty() || std::ranges::any_of(config.sources.files(),
                                                                      [](const auto& file) {
                                                                          return file.second.text->find("provider::") !=
                                                                                 std::string::npos;
                                                                      }))
    , m_registry(registry)
    , m_stop(std::move(stop))
    , m_configured(std::move(configured)) {}

diags::Result<std::shared_ptr<providers::Provider>> ProviderFunctions::running(const addrs::Provider& address) const {
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_running.find(address); known != m_running.end())
        return known->second;
    auto started = m_registry.start(address, m_stop);
    if (started.isOk())
        m_running.emplace(address, *started);
    return started;
}

Diagnostic unknownFunctionProvider(std::string_view provider, const diags::SourceRange& range) {
    return Diagnostic::error(
        "Unknown function provider",
        fmt::format("Provider \"{}\" does not exist within the required_providers of this module", provider), range);
}

const hcl::Function* ProviderFunctions::find(const ModuleRuntime& module, std::string_view name,
                                             Operation operation) const {
    const std::optional<ProviderFunctionName> called = ProviderFunctionName::parse(name);
    if (!called)
        return nullptr;
    const std::map<std::string, configs::RequiredProvider>& requirements = module.node.module.requiredProviders;
    const auto required = requirements.find(called->provider);
    if (required == requirements.end())
        return nullptr;
    const addrs::Provider& provider = required->second.provider;
    std::shared_ptr<providers::Provider> configured = m_configured ? m_configured(module, *called) : nullptr;
    {
        const std::scoped_lock lock(m_mutex);
        if (const auto known = m_functions.find({provider, configured, called->function}); known != m_functions.end())
            return known->second.get();
    }
    const auto schema = configured ? configured->schema(m_stop) : m_registry.schema(provider, m_stop);
    if (!schema.value || !*schema.value)
        return nullptr;
    const auto& declared = (*schema.value)->functions;
    const auto signature = declared.find(called->function);
    std::unique_ptr<const hcl::Function> function;
    if (signature != declared.end())
        function = std::make_unique<ProviderFunction>(*this, provider, configured, called->function, signature->second);
    else if (operation == Operation::Validate)
        function = std::make_unique<UndeclaredFunction>(called->function);
    else if (const std::optional<schemas::FunctionSignature> undeclared =
                 undeclaredFunction(provider, configured, called->function))
        function = std::make_unique<ProviderFunction>(*this, provider, configured, called->function, *undeclared);
    else
        return nullptr;
    const std::scoped_lock lock(m_mutex);
    return m_functions.emplace(std::tuple(provider, configured, called->function), std::move(function))
        .first->second.get();
}

std::optional<schemas::FunctionSignature>
ProviderFunctions::undeclaredFunction(const addrs::Provider& provider, std::shared_ptr<providers::Provider> configured,
                                      const std::string& name) const {
    if (!configured) {
        const auto started = running(provider);
        if (!started.isOk())
            return {};
        configured = *started;
    }
    const providers::FunctionsResponse all = configured->functions(m_stop);
    const auto found = all.functions.find(name);
    return providers::hasErrors(all.diagnostics) || found == all.functions.end() ? std::nullopt
                                                                                 : std::optional(found->second);
}

Diagnostic ProviderFunctions::explainMissing(const configs::ModuleNode& module, std::string_view name,
                                             const diags::SourceRange& range) const {
    const std::optional<ProviderFunctionName> called = ProviderFunctionName::parse(name);
    if (!called)
        return Diagnostic::error(
            "Unable to parse provider function",
            fmt::format("invalid provider function \"{}\": expected provider::<name>::<function> or "
                        "provider::<name>::<alias>::<function>",
                        name),
            range);
    if (!module.module.requiredProviders.contains(called->provider))
        return unknownFunctionProvider(called->provider, range);
    return Diagnostic::error("Function not found in provider",
                             fmt::format("Function \"{}\" was not registered by provider", name), range);
}

} // namespace planlens::engine
