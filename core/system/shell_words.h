// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::system {

/// The operators of a shell: ; & | < >
enum class Operators { EndTheText, AreText };

/// Splits a text at blanks as a shell does, with quotes and backslashes. Nothing is expanded. Returns std::nullopt if a
/// quote, a parenthesis or a backslash has no end.
std::optional<std::vector<std::string>> splitWords(std::string_view text, Operators operators);

/// Quotes a text as one word for a POSIX shell, if required.
std::string shellWord(std::string_view text);
/// Returns a text in single quotes, as one word for a POSIX shell.
std::string singleQuoted(std::string_view text);

} // namespace planlens::system
