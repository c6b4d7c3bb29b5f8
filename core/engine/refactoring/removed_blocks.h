// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

#include <map>

namespace planlens::engine {

/// The `removed` blocks of all modules, by what they remove. Refers to the configuration it was made of.
class RemovedBlocks {
public:
    explicit RemovedBlocks(const configs::Config& config);

    /// The block for an object that is not configured any more: the last one that contains it. Null: none.
    const configs::Removed* find(const addrs::AbsResourceInstance& address) const;
    /// Errors for blocks whose resource or module is configured all the same.
    diags::Diagnostics stillConfigured(const configs::Config& config) const;

private:
    struct Statement {
        const configs::Removed* block = nullptr;
        std::size_t number = 0;
    };
    std::map<addrs::ConfigResource, Statement> m_resources;
    std::map<addrs::Module, Statement> m_modules;
};

} // namespace planlens::engine
