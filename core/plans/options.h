// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/plans/action.h"

#include <vector>

namespace planlens::plans {

/// The options that a plan was made with.
struct Options {
    Mode mode = Mode::Normal;
    bool refreshSkipped = false;
    std::vector<addrs::TargetSubject> targets, excludes;
    std::vector<addrs::AbsResourceInstance> forceReplace;
};

} // namespace planlens::plans
