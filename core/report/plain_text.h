// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns the document for a terminal or a log, without colors: findings, costs, and one line for each change, most
/// severe first. Control characters are made visible.
std::string plainText(const Document& document);

} // namespace planlens::report
