// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/role.h"

#include <string_view>

namespace planlens::cloud::aws {

/// Reads a JSON object with AccessKeyId, SecretAccessKey, Expiration, and the session token under this name. The error
/// does not contain the text.
Found readJsonCredentials(std::string_view text, std::string_view tokenName);

} // namespace planlens::cloud::aws
