// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layout.h"

#include <vector>

namespace planlens::graph {

/// Frames around what is outside modules. From left to right, each goes into the frame of the one before it, unless
/// that would touch what is taken or an earlier frame.
std::vector<layout::Rect> rootFrames(std::vector<layout::Rect> outside, std::vector<layout::Rect> taken);

} // namespace planlens::graph
