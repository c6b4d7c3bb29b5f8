// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

namespace planlens::layout {

enum class TransposeEffort { Once, UntilStable };

/// Exchanges neighbours in a layer (items, or an item and a whole frame) where that makes fewer crossings.
void transpose(Layers& layers, TransposeEffort effort);

/// Moves single items to the best place among what is in the same frame of their layer.
void sift(Layers& layers);

} // namespace planlens::layout
