// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/findings/blocks.h"
#include "core/findings/read.h"
#include "core/risk/findings.h"

#include <span>

namespace planlens::plans {
class Changes;
}
namespace planlens::findings {

/// Converts the findings of other tools to findings for the objects of a plan: one for each instance of a resource,
/// found by its address, by an address in the text, or by the file and line of its block. Findings for anything else
/// keep the subject that the tool gives.
std::vector<risk::Finding> matched(std::span<const ScannerFinding> found, const plans::Changes& changes,
                                   const Blocks& blocks = {});

} // namespace planlens::findings
