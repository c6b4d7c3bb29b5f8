// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <QString>

#include <memory>

namespace planlens::session {

/// A plan of a file that another one is compared with, or why there is none.
struct PlanToCompare {
    std::shared_ptr<const plans::Plan> plan;
    QString note;    // what stands against relying on the difference; may be empty
    QString problem; // what to do about it, too
};

/// Reads a saved plan or the JSON of one. Schemas are those given, those that are built in, and those that the folder's
/// providers had when they planned there last. Takes its time with big files, so not on the GUI thread.
PlanToCompare readPlanToCompare(const QString& path, const plans::Schemas& schemas, const QString& folder);

} // namespace planlens::session
