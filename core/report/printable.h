// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// The document for printing, fully unfolded, on a light background. HTML restricted to Qt's "Supported HTML Subset".
std::string printable(const Document& document);

} // namespace planlens::report
