// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax/scanner.h"

#include <string>

namespace planlens::hcl {

/// The text that a literal token stands for: escapes resolved. What is wrong in it is added to the diagnostics and
/// left as it is.
std::string decodeLiteral(const Token& token, diags::Diagnostics& diagnostics);

} // namespace planlens::hcl
