// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/summary.h"

#include <string>
#include <vector>

namespace planlens::explain {

/// Why a change happens, and what follows from it: the same for the window, reports and the command line.
struct Explanation {
    std::string summary;              // one sentence
    std::vector<plans::Cause> causes; // consequences such as computed values only if there is nothing else
    bool isInferred = false;          // from a plan that was read from a file
    std::vector<Chain> chains;        // to the root causes, the deciding ones first
    std::vector<Affected> affects;
};

Explanation explanation(const PlanValues& values, const plans::ResourceInstanceChange& change,
                        const Translation& translation = {});

} // namespace planlens::explain
