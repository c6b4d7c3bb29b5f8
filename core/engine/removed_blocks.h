// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

#include <map>

namespace planlens::engine {

/// The `removed` blocks of all modules, by what they remove. Refers to the configuration it was made of.
class RemovedBlocks {
public:
    explicit RemovedBlocks(const configs::Config& config);

    /// The block that says what becomes of an object that is configured no more; null: none.
    const configs::Removed* find(const addrs::AbsResourceInstance& address) const;
    /// Errors for blocks whose resource or module is configured all the same.
    diags::Diagnostics stillConfigured(const configs::Config& config) const;

private:
    std::map<addrs::ConfigResource, const configs::Removed*> m_resources;
    std::map<addrs::Module, const configs::Removed*> m_modules;
};

} // namespace planlens::engine
