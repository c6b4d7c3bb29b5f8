// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/credentials.h"

#include <string_view>

namespace planlens::cloud::aws {

/// A time as services and files write it, such as "2024-01-02T03:04:05Z"; nothing if it has another form.
std::optional<Time> parseExpiry(std::string_view text);
std::string expiryText(Time time);

} // namespace planlens::cloud::aws
