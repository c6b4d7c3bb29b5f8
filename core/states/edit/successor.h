// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/file.h"

#include <optional>
#include <string>

namespace planlens::states {

/// Why a state must not replace another one without being forced to: another lineage, an older serial, or other
/// content with the same serial. A phrase. std::nullopt if it may; empty states may always be replaced.
std::optional<std::string> whyNotSuccessor(const File& next, const File& current);

} // namespace planlens::states
