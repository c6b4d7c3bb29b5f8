// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/schemas.h"

#include <QString>

#include <memory>

namespace planlens::plans {
struct Plan;
}
namespace planlens::session {

/// A plan read from a file for comparison, or the error.
struct PlanToCompare {
    std::shared_ptr<const plans::Plan> plan;
    QString note;    // a limitation of the comparison; may be empty
    QString problem; // includes what to do about it
};

/// Reads a saved plan or plan JSON. Uses the given schemas, the built-in ones and those cached for the folder. Slow for
/// large files; do not call it on the GUI thread.
PlanToCompare readPlanToCompare(const QString& path, const plans::Schemas& schemas, const QString& folder);

} // namespace planlens::session
