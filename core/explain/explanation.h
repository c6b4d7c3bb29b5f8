// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/summary.h"

#include <string>
#include <vector>

namespace planlens::explain {

/// The reasons of a change and its effects; the same in the window, in reports and on the command line.
struct Explanation {
    std::string summary;              // one sentence, after why the change is not applied, if so
    std::vector<plans::Cause> causes; // with consequences, such as computed values, only if there are no other causes
    bool isInferred = false;          // the plan was read from a file
    std::vector<Chain> chains;        // to the root causes, those that determine the action first
    std::vector<Affected> affects;
};

/// `isWanted`, if any, limits the causes and chains to some attributes.
Explanation explanation(const PlanValues& values, const plans::ResourceInstanceChange& change,
                        const Translation& translation = {}, const PathFilter& isWanted = {});

} // namespace planlens::explain
