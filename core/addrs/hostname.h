// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

/// Host names of registries and providers: internationalized domain names (UTS 46) with the rules for labels.
namespace planlens::addrs {

/// Returns a host name with an optional port in the form for comparison and storage: lower case, Punycode,
/// without port 443. The error is a phrase.
diags::Expected<std::string, std::string> hostnameForComparison(std::string_view given);
/// Returns the form for display. The host name is in the form for comparison.
std::string hostnameForDisplay(std::string_view hostname);

} // namespace planlens::addrs
