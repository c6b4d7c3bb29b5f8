// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/reading/plan_reader.h"

#include <optional>

namespace planlens::formats {

/// The objects that `terraform query -json` found, as a plan without changes; nothing where the text is not its output.
std::optional<FinishedPlan> readQueryLog(std::string_view text);

} // namespace planlens::formats
