// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/hcl/expression.h"

namespace planlens::configs {

struct ProviderConfig;

/// The provider configuration that a resource uses, after following inherited and passed providers. An empty
/// configuration is implied in the root module. One with an alias may be missing; the address is then the one that is
/// expected to exist.
struct ResolvedProvider {
    addrs::AbsProviderConfig address;
    const ProviderConfig* config = nullptr; // null: implied and empty
    hcl::ExpressionPtr keyExpression;       // for_each of the provider block
    addrs::Module keyModule;                // module in which the key expression is evaluated
};

} // namespace planlens::configs
