// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <vector>

namespace planlens::states {

/// The resources of a provider, in order.
std::vector<addrs::AbsResource> resourcesOf(const State& state, const addrs::Provider& provider);
/// Changes the provider of these resources. Their aliases, and the modules of their configurations, stay.
State withProvider(State state, const std::vector<addrs::AbsResource>& resources, const addrs::Provider& provider);

} // namespace planlens::states
