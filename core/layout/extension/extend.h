// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <optional>

namespace planlens::layout {

/// Extends the previous scene: new elements are placed in free space, removed ones disappear, and all others stay in
/// place. A newly folded box is drawn where its frame began; the space of the frame stays free for unfolding it again.
/// New edges take the simplest route around nodes, which is less refined than in layout(). If a box has no space for
/// new elements and cannot grow, they are drawn in an additional frame of that box.
///
/// Returns nullopt if that is impossible: there are too many new elements, an unfolded box has no space, or
/// the scene has another direction.
std::optional<Scene> extend(const Input& input, const Options& options, const Scene& previous);

} // namespace planlens::layout
