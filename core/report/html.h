// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>
#include <string_view>

namespace planlens::report {

/// Returns a self-contained file with the whole document: changes can be folded and searched, and follow the reader's
/// light or dark mode. It loads nothing, and its content security policy forbids other scripts. Also well-formed XML.
std::string html(const Document& document);

/// For other HTML reports: returns the style sheet with the colors of the actions in both modes, as the classes k0, k1,
/// … by Kind. Unchanged objects have the color of text.
std::string withActionColors(std::string_view styleSheet);
/// Returns the source of an inline script or style sheet in a content security policy (CSP Level 3, "hash-source").
std::string hashSource(std::string_view text);

} // namespace planlens::report
