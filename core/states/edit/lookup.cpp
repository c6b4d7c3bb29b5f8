// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/lookup.h"

#include <algorithm>
#include <fmt/format.h>

namespace planlens::states {
namespace {

using addrs::AbsResource;
using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;

class Lookup {
public:
    explicit Lookup(const State& state)
        : m_state(state) {}

    void operator()(const addrs::Module& module) { collect(module, module.toString()); }
    void operator()(const addrs::ModuleInstance& module) { collect(module, module.toString()); }
    void operator()(const addrs::ConfigResource& address) {
        AbsResource resource{{}, address.resource};
        for (const std::string& name : address.module.path)
            resource.module.path.push_back({name, {}});
        (*this)(resource);
    }
    void operator()(const AbsResource& address) {
        if (const Resource* const resource = m_state.resource(address))
            add(address, *resource);
        else
            problems.error("Unknown resource",
                           fmt::format("The current state contains no resource {}. If you've just added this resource "
                                       "to the configuration, you must run \"tofu apply\" "
                                       "first to create the resource's entry in the state.",
                                       address.toString()));
    }
    void operator()(const AbsResourceInstance& address) {
        if (m_state.instance(address))
            found.push_back(address);
        else
            problems.error(
                "Unknown resource instance",
                fmt::format("The current state contains no resource instance {}. If you've just added its resource to "
                            "the configuration or have changed the count or for_each "
                            "arguments, you must run \"tofu apply\" first to update the resource's entry in the state.",
                            address.toString()));
    }
    void everything() {
        for (const auto& [address, resource] : m_state.resources())
            add(address, resource);
    }

    std::vector<AbsResourceInstance> found;
    Diagnostics problems;

private:
    void add(const AbsResource& address, const Resource& resource) {
        for (const auto& [key, instance] : resource.instances)
            found.push_back(address.instance(key));
    }
    void collect(const addrs::TargetSubject& module, const std::string& name) {
        for (const auto& [address, resource] : m_state.resources())
            if (addrs::targetContains(module, address.module))
                add(address, resource);
        if (found.empty())
            problems.error("Unknown module",
                           fmt::format("The current state contains no module at {}. If you've just added this module "
                                       "to the configuration, you must run \"tofu apply\" first "
                                       "to create the module's entry in the state.",
                                       name));
    }

    const State& m_state;
};

} // namespace

diags::Result<std::vector<AbsResourceInstance>> instancesAt(const State& state, const addrs::TargetSubject& address,
                                                            Missing missing) {
    Lookup lookup(state);
    std::visit(lookup, address);
    if (missing == Missing::IsIgnored)
        lookup.problems.clear();
    return {std::move(lookup.found), std::move(lookup.problems)};
}

std::vector<AbsResourceInstance> allInstances(const State& state) {
    Lookup lookup(state);
    lookup.everything();
    return std::move(lookup.found);
}

} // namespace planlens::states
