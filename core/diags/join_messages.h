// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>

namespace planlens::diags {

/// Combines problems into one text without source ranges: one message as it is, several as a counted list.
std::string joinMessages(const Diagnostics& problems);

/// Combines problems into one line: the first, and the number of others. There is at least one.
std::string firstAndOthers(const Diagnostics& problems);

/// The summary, and the detail as a paragraph after it.
std::string paragraphs(const Diagnostic& problem);

} // namespace planlens::diags
