// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"

#include <map>

namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// The `removed` blocks of all modules, by address. Refers to the configuration, which must outlive it.
class RemovedBlocks {
public:
    explicit RemovedBlocks(const configs::Config& config);

    /// Returns the block for an object that is no longer configured: the last one that contains it, or null.
    const configs::Removed* find(const addrs::AbsResourceInstance& address) const;
    /// Reports blocks whose resource or module is still configured.
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
