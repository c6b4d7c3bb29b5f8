// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax/scanner.h"

#include <string>

namespace planlens::hcl {

/// Returns the text that a literal token denotes, with escapes resolved. Invalid escapes are
/// reported and left unchanged.
std::string decodeLiteral(const Token& token, diags::Diagnostics& diagnostics);

} // namespace planlens::hcl
