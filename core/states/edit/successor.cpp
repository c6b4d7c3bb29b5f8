// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/successor.h"

#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::states {

std::optional<std::string> whyNotSuccessor(const File& next, const File& current) {
    if (!current.state || current.state->isEmpty() || next.lineage.empty() || current.lineage.empty())
        return {};
    if (next.lineage != current.lineage)
        return fmt::format("cannot import state with lineage {} over unrelated state with lineage {}",
                           values::quoted(next.lineage), values::quoted(current.lineage));
    if (next.serial < current.serial)
        return fmt::format("cannot import state with serial {} over newer state with serial {}", next.serial,
                           current.serial);
    if (next.serial == current.serial && !(*next.state == *current.state))
        return fmt::format(
            "cannot overwrite existing state with serial {} with a different state that has the same serial",
            next.serial);
    return {};
}

} // namespace planlens::states
