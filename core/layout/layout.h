// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

namespace planlens::layout {

/// Draws a graph in layers. A pure function: the same input gives the same scene, on any thread. Elements that were in
/// the previous scene keep their position if new ones leave enough space.
Scene layout(const Input& input, const Options& options = {}, const Scene* previous = nullptr);

} // namespace planlens::layout
