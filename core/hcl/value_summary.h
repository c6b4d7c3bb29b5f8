// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <string>

namespace planlens::hcl {

/// Returns a short line: primitives in full, other values by type and size. Elements are never shown, because only the
/// marks of the value itself are checked.
std::string summarizeValue(const values::Value& value);
/// Returns the description of a value under a diagnostic's excerpt. Unknown and sensitive values are mentioned only if
/// they caused the error, because readers assume that mentioned values are the cause.
std::string describeValue(const values::Value& value, const diags::DiagnosticExtra& cause);

} // namespace planlens::hcl
