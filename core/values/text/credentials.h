// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::values {

/// The credentials in an address such as `git::https://user:password@host/path?token=text`, in order: the password, or
/// the user if there is none, and the values of the query except those that choose a version. Views into the text.
std::vector<std::string_view> credentialsIn(std::string_view address);
/// The address with "***" in place of each of its credentials.
std::string withoutCredentials(std::string_view address);

} // namespace planlens::values
