// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/states/state.h"

#include <vector>

namespace planlens::states {

/// Whether it is an error if an address matches nothing in the state.
enum class Missing { IsError, IsIgnored };

/// The resource instances that an address matches: all those of a module with its descendants, those of a resource, or
/// one. Sorted by address. The value exists even if there are errors.
diags::Result<std::vector<addrs::AbsResourceInstance>>
instancesAt(const State& state, const addrs::TargetSubject& address, Missing missing);
/// All resource instances, sorted by address.
std::vector<addrs::AbsResourceInstance> allInstances(const State& state);

} // namespace planlens::states
