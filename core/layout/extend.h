// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <optional>

namespace planlens::layout {

/// The scene before with what is new put where there is room, and without what is gone: nothing else moves at all. A box that
/// is folded now stands where its frame began, and leaves its room free for when it is unfolded again. Edges that are new take the
/// simplest way round nodes, which is not as fine as that of layout().
///
/// Nothing where that cannot be done: too much is new, a box has no room to grow in, or the scene was drawn another way.
std::optional<Scene> extend(const Input& input, const Options& options, const Scene& previous);

} // namespace planlens::layout
