// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/configs/module.h"
#include "core/diags/diagnostic.h"
#include "core/plans/action.h"

namespace planlens::engine {

/// Whether an object is forgotten rather than destroyed, and the reason.
struct Forgetting {
    bool isForgotten = false;
    plans::ActionReason reason = plans::ActionReason::None;
};

/// Returns whether an object is forgotten, because of `destroy = false` in the configuration or `skip_destroy` in the
/// state. A `removed` block overrides both, but not the reason. `config` and `removed` may be null.
Forgetting forgettingOf(const configs::Resource* config, bool skipDestroyInState, const configs::Removed* removed);

/// Returns the warning for a forgotten object.
diags::Diagnostic forgottenWarning(const addrs::AbsResourceInstance& address);

} // namespace planlens::engine
