// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// As much of the start of a text as stays the same whatever may follow it: the last character is left out where a
/// combining one could still join it. For the prefix of an unknown string of which only the beginning is known.
std::string safeKnownPrefix(std::string_view text);

} // namespace planlens::values
