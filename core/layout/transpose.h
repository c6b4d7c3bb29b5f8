// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

namespace planlens::layout {

enum class TransposeEffort { Once, UntilStable };

/// Whether to exchange where that changes nothing, too: other exchanges may become useful by it.
enum class Equals { Leave, Exchange };

/// Layers first … last.
struct LayerRange {
    int first;
    int last;
    static LayerRange all(const Layers& layers) { return {0, count(layers.order) - 1}; }
};

/// Exchanges neighbours in a layer (items, or an item and a whole frame) where that makes fewer crossings. Returns how
/// many elementary steps that took.
long transpose(Layers& layers, LayerRange range, TransposeEffort effort, Equals equals);

/// Moves single items to the best place among what is in the same frame of their layer, at most `reach` items away.
/// Returns how many elementary steps that took.
long sift(Layers& layers, LayerRange range, int reach);

} // namespace planlens::layout
