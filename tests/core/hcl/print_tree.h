// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax.h"

#include <string>

namespace planlens::tests {

/// Prints syntax trees: one line per node, with its ranges ("line:column/byte"), children indented.
std::string printTree(const hcl::Expression& expression);
std::string printTree(const hcl::Body& body);
std::string printTree(const hcl::Traversal& traversal);
/// Prints diagnostics, one per line, with subject and context.
std::string printProblems(const diags::Diagnostics& diagnostics);

} // namespace planlens::tests
