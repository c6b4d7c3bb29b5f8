// SPDX-License-Identifier: MPL-2.0
#include "core/engine/refactoring/forgetting.h"

#include <fmt/core.h>

namespace planlens::engine {

Forgetting forgettingOf(const configs::Resource* config, bool skipDestroyInState, const configs::Removed* removed) {
    const bool byConfig = config && config->destroy.has_value() && !*config->destroy;
    Forgetting forgetting;
    forgetting.isForgotten = removed ? !removed->destroy : byConfig || skipDestroyInState;
    if (!forgetting.isForgotten)
        return forgetting;
    if (byConfig)
        forgetting.reason = plans::ActionReason::ForgotBecauseLifecycleDestroyInConfig;
    else if (skipDestroyInState)
        forgetting.reason = plans::ActionReason::ForgotBecauseLifecycleDestroyInState;
    return forgetting;
}

diags::Diagnostic forgottenWarning(const addrs::AbsResourceInstance& address) {
    return diags::Diagnostic::warning("Resource will be removed from the state",
                                      fmt::format("After this plan is applied, the resource {} will not be managed "
                                                  "anymore by OpenTofu.\n\nIn case you want to "
                                                  "manage the resource again, you will have to import it.",
                                                  address.toString()));
}

} // namespace planlens::engine
