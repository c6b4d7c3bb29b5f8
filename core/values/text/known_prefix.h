// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// Returns the part of a text that stays the same whatever follows it: the last character is omitted if a combining
/// character could still attach to it. For the prefix of an unknown string of which only the beginning is known.
std::string safeKnownPrefix(std::string_view text);

} // namespace planlens::values
