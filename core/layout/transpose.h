// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

namespace planlens::layout {

enum class TransposeEffort { Once, UntilStable };

/// Whether to exchange neighbors without gain, which may make other exchanges useful.
enum class Equals { Leave, Exchange };

/// The layers first … last.
struct LayerRange {
    int first;
    int last;
    static LayerRange all(const Layers& layers) { return {0, count(layers.order) - 1}; }
};

/// Exchanges neighbors in a layer (items, or an item and a whole frame) if that reduces crossings. Returns the number
/// of elementary steps.
long transpose(Layers& layers, LayerRange range, TransposeEffort effort, Equals equals);

/// Moves single items to the best position within the same frame of their layer, at most `reach` items away.
/// Returns the number of elementary steps.
long sift(Layers& layers, LayerRange range, int reach);

} // namespace planlens::layout
