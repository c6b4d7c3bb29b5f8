// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

/// Names of registries and providers: internationalised domain names (UTS 46) with the rules for labels.
namespace planlens::addrs {

/// A host name with an optional port as it is compared and stored: lower case, Punycode, without the port 443.
/// The error is a phrase.
diags::Expected<std::string, std::string> hostnameForComparison(std::string_view given);
/// The same as people read it. The host name is in the form for comparison.
std::string hostnameForDisplay(std::string_view hostname);

} // namespace planlens::addrs
