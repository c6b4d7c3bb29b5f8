// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// The document for other programs. Amounts of money are decimal texts.
std::string json(const Document& document);

} // namespace planlens::report
