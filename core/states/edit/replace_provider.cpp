// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/replace_provider.h"

#include <utility>

namespace planlens::states {

std::vector<addrs::AbsResource> resourcesOf(const State& state, const addrs::Provider& provider) {
    std::vector<addrs::AbsResource> found;
    for (const auto& [address, resource] : state.resources())
        if (resource.provider.provider == provider)
            found.push_back(address);
    return found;
}

State withProvider(State state, const std::vector<addrs::AbsResource>& resources, const addrs::Provider& provider) {
    for (const addrs::AbsResource& address : resources) {
        Resource resource = *state.resource(address);
        resource.provider.provider = provider;
        state.setResource(address, std::move(resource));
    }
    return state;
}

} // namespace planlens::states
