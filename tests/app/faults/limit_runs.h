// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/faults/fault_runs.h"

namespace planlens::testing {

/// Adds a row for each limit, from very low to sufficient: by default a few, with PLANLENS_FAULTS=all every one.
void addLimitRows();
/// Runs the programs under the limit of the current row.
void runLimitRow(Programs programs);
void reportLimitTotals();

} // namespace planlens::testing
