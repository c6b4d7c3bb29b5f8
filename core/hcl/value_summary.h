// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <string>

namespace planlens::hcl {

/// A value in one short line: primitives whole, anything else by type and size. No element of it is shown, since only
/// the marks of the value itself are heeded here.
std::string summarizeValue(const values::Value& value);
/// What a diagnostic says about a value under its excerpt. Unknown and sensitive values are told about only where they
/// are the cause, since readers take for the cause what is told.
std::string describeValue(const values::Value& value, const diags::DiagnosticExtra& cause);

} // namespace planlens::hcl
