// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/reading/plan_reader.h"

#include <optional>

namespace planlens::formats {

/// Reads the objects found by `terraform query -json` as a plan without changes. Returns std::nullopt if the text is
/// not its output.
std::optional<FinishedPlan> readQueryLog(std::string_view text);

} // namespace planlens::formats
