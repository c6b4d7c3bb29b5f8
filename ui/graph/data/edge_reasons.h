// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/data/plan_contents.h"

#include <QString>
#include <QStringList>

namespace planlens::graph {

/// Which attributes of a resource refer to which of another: "input ← terraform_data.base.id", with the named values
/// between them. Contains no values. At most `most` lines, the last of which counts the others. Empty if the plan does
/// not say.
QStringList edgeReasons(const plans::Plan& plan, const GraphNode& dependent, const GraphNode& dependency, int most);

} // namespace planlens::graph
