// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/settings.h"
#include "core/cloud/google/token.h"
#include "core/cloud/json_object.h"

#include <stop_token>
#include <string>

namespace planlens::cloud::google {

/// A token for the identity that another platform has issued ("external_account"), from a file or an address. Those of
/// AWS, of programs and of certificates are not supported.
FoundToken tokenOfExternalAccount(const JsonObject& file, const std::string& scope, const Settings& settings,
                                  const std::stop_token& stop);

} // namespace planlens::cloud::google
