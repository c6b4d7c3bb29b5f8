// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns the document for printing, unfolded and on a light background, as HTML in Qt's "Supported HTML Subset".
std::string printable(const Document& document);

} // namespace planlens::report
