// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns Planlens's own findings, failed checks and diagnostics as SARIF 2.1.0. Findings of other tools are left out.
std::string sarif(const Document& document);

} // namespace planlens::report
