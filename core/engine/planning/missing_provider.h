// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/diags/diagnostic.h"

namespace planlens::engine {

/// Returns the error for an object or resource whose provider configuration does not exist.
diags::Diagnostic providerNotPresent(const std::string& user, const addrs::AbsProviderConfig& provider);

} // namespace planlens::engine
