// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns a self-contained file with the whole document: changes can be folded and searched, and follow the reader's
/// light or dark mode. It loads nothing, and its content security policy forbids other scripts. Also well-formed XML.
std::string html(const Document& document);

} // namespace planlens::report
