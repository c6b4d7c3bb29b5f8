// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// The findings of Planlens itself, checks and diagnostics as test cases in the XML format of JUnit. Findings of other
/// tools are left out.
std::string junit(const Document& document);

} // namespace planlens::report
