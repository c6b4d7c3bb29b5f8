// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// Returns the escaped forms of a text in JSON (also nested in a JSON string) with the escapes of common encoders, and
/// in URLs and form data. Without the text itself and without duplicates.
std::vector<std::string> escapedForms(std::string_view text);
/// Returns the bytes as hexadecimal digits, in lower and in upper case.
std::vector<std::string> hexForms(std::string_view text);
/// Returns the base64 digits common to all encodings of texts that contain this one: for each of the
/// three alignments and both alphabets.
std::vector<std::string> base64Forms(std::string_view text);

} // namespace planlens::masking
