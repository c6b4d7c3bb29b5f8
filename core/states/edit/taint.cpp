// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/taint.h"

#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace planlens::states {

diags::Result<State> withTaint(State state, const addrs::AbsResourceInstance& address, Taint taint) {
    const ResourceInstance* const instance = state.instance(address);
    assert(instance);
    const std::string name = address.toString();
    if (!instance->current)
        return diags::Diagnostic::error(
            "No such resource instance",
            fmt::format("Resource instance {} is currently part-way through a create_before_destroy replacement "
                        "action. Run \"tofu apply\" to complete its replacement before tainting it.",
                        name));
    if (taint == Taint::Remove && instance->current->status != ObjectStatus::Tainted)
        return diags::Diagnostic::error(
            "Resource instance is not tainted",
            fmt::format("Resource instance {} is not currently tainted, and so it cannot be untainted.", name));
    auto object = std::make_shared<StoredObject>(*instance->current);
    object->status = taint == Taint::Add ? ObjectStatus::Tainted : ObjectStatus::Ready;
    const addrs::AbsProviderInstance provider{state.resource(address.containing())->provider, instance->providerKey};
    state.setCurrent(address, std::move(object), provider);
    return state;
}

} // namespace planlens::states
