// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

namespace planlens::states {

enum class Taint { Add, Remove };
/// Marks the current object of an existing instance as tainted, so that plans replace it, or removes the mark. An error
/// if the instance has no current object, or if the mark to remove is missing.
diags::Result<State> withTaint(State state, const addrs::AbsResourceInstance& address, Taint taint);

} // namespace planlens::states
