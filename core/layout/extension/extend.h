// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <optional>

namespace planlens::layout {

/// The scene before with what is new put where there is room, and without what is gone: nothing else moves at all. A
/// box that is folded now stands where its frame began, and leaves its room free for when it is unfolded again. Edges
/// that are new take the simplest way round nodes, which is not as fine as that of layout(). What is new in a box that
/// has no room for it, and cannot grow, stands in a further frame of that box, which goes with what is in it.
///
/// Nothing where that cannot be done: too much is new, a box that is unfolded here has no room, or the scene was drawn
/// another way.
std::optional<Scene> extend(const Input& input, const Options& options, const Scene& previous);

} // namespace planlens::layout
