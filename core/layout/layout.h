// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

namespace planlens::layout {

/// Draws a graph in layers. A pure function: the same input gives the same scene, on any thread. Given the scene
/// before, what is in both stays where it was as far as what is new leaves room.
Scene layout(const Input& input, const Options& options = {}, const Scene* previous = nullptr);

} // namespace planlens::layout
