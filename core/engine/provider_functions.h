// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/engine/runtime.h"
#include "core/hcl/function.h"
#include "core/providers/provider.h"

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

namespace planlens::engine {

/// The functions of providers, `provider::name::function`. Thread-safe; the functions live as long as this.
class ProviderFunctions {
public:
    ProviderFunctions(providers::Registry& registry, std::stop_token stop) : m_registry(registry), m_stop(std::move(stop)) {}

    /// Null where there is no such function for this module.
    const hcl::Function* find(const configs::Module& module, std::string_view name, Operation operation) const;
    /// Why there is none.
    diags::Diagnostic explainMissing(const configs::Module& module, std::string_view name, const diags::SourceRange& range) const;

private:
    struct Called;
    class ProviderFunction;
    /// A provider that runs without being configured.
    diags::Result<std::shared_ptr<providers::Provider>> running(const addrs::Provider& address) const;

    providers::Registry& m_registry;
    std::stop_token m_stop;
    mutable std::mutex m_mutex; // guards what follows
    mutable std::map<addrs::Provider, std::shared_ptr<providers::Provider>> m_running;
    mutable std::map<std::pair<addrs::Provider, std::string>, std::unique_ptr<const hcl::Function>> m_functions;
};

} // namespace planlens::engine
