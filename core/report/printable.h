// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// The document for paper, where nothing folds: HTML with no more than readers of rich text know (Qt's "Supported HTML
/// Subset"), everything on light ground.
std::string printable(const Document& document);

} // namespace planlens::report
