// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// How a text stands in JSON, also in JSON inside of JSON, as several programs escape it, and in URLs and forms.
/// Without the text itself and without duplicates.
std::vector<std::string> escapedForms(std::string_view text);
/// What is the same in the base64 of all texts that have this one in them, in each of the three ways it can lie and in
/// both alphabets.
std::vector<std::string> base64Forms(std::string_view text);

} // namespace planlens::masking
