// SPDX-License-Identifier: MPL-2.0
#include "core/engine/refactoring/removed_blocks.h"

#include "core/configs/config.h"

#include <fmt/core.h>

namespace planlens::engine {

RemovedBlocks::RemovedBlocks(const configs::Config& config) {
    std::size_t number = 0;
    config.forEachModule([&](const configs::ModuleNode& module) {
        for (const configs::Removed& removed : module.module.removed) {
            // The address in the block is relative to its module.
            const auto absolute = [&](const addrs::Module& relative) {
                addrs::Module whole = module.path;
                whole.path.insert(whole.path.end(), relative.path.begin(), relative.path.end());
                return whole;
            };
            if (const auto* inModule = std::get_if<addrs::Module>(&removed.from.subject)) {
                m_modules.insert_or_assign(absolute(*inModule), Statement{&removed, number++});
            } else {
                const auto& resource = std::get<addrs::ConfigResource>(removed.from.subject);
                m_resources.insert_or_assign(addrs::ConfigResource{absolute(resource.module), resource.resource},
                                             Statement{&removed, number++});
            }
        }
    });
}

const configs::Removed* RemovedBlocks::find(const addrs::AbsResourceInstance& address) const {
    Statement last;
    const auto consider = [&](const Statement& candidate) {
        if (!last.block || candidate.number > last.number)
            last = candidate;
    };
    if (const auto exact = m_resources.find(address.config()); exact != m_resources.end())
        consider(exact->second);
    for (addrs::Module module = address.module.module(); !module.isRoot(); module.path.pop_back())
        if (const auto around = m_modules.find(module); around != m_modules.end())
            consider(around->second);
    return last.block;
}

diags::Diagnostics RemovedBlocks::stillConfigured(const configs::Config& config) const {
    diags::Diagnostics diagnostics;
    for (const auto& [address, removed] : m_resources)
        if (config.resource(address))
            diagnostics.error("Removed resource block still exists",
                              fmt::format("This statement declares a removal of the resource {}, but this resource "
                                          "block still exists in the configuration. "
                                          "Please remove the resource block.",
                                          address.toString()),
                              removed.block->range);
    for (const auto& [address, removed] : m_modules)
        if (config.module(address))
            diagnostics.error("Removed module block still exists",
                              fmt::format("This statement declares a removal of the module {}, but this module block "
                                          "still exists in the configuration. "
                                          "Please remove the module block.",
                                          address.toString()),
                              removed.block->range);
    return diagnostics;
}

} // namespace planlens::engine
