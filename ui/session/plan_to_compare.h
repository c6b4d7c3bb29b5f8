// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

#include <memory>

namespace planlens::plans {
struct Plan;
}

namespace planlens::session {

/// A plan of a file that another one is compared with, or why there is none.
struct PlanToCompare {
    std::shared_ptr<const plans::Plan> plan;
    QString problem; // what to do about it, too
};

/// Reads the JSON of a plan. Takes its time with big ones, so not on the GUI thread.
PlanToCompare readPlanToCompare(const QString& path);

} // namespace planlens::session
