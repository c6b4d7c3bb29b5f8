// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/settings.h"
#include "core/cloud/google/token.h"

#include <stop_token>
#include <string>

namespace planlens::cloud::google {

/// A token for this scope with the credentials of a JSON text: a key of a service account, the refresh token of a user,
/// the identity of another platform, or an impersonated service account.
FoundToken tokenOfCredentials(const std::string& text, const std::string& scope, const Settings& settings,
                              const std::stop_token& stop);

/// Whether tokenOfCredentials() can read the text. Sends nothing. The error is the one of the reference.
diags::Expected<bool, std::string> checkCredentials(const std::string& text);

} // namespace planlens::cloud::google
