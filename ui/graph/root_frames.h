// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layout.h"

#include <vector>

namespace planlens::graph {

/// Frames around resources outside of modules. From left to right, each resource extends the frame of the previous one
/// unless it would then touch a taken area or an earlier frame.
std::vector<layout::Rect> rootFrames(std::vector<layout::Rect> outside, std::vector<layout::Rect> taken);

} // namespace planlens::graph
