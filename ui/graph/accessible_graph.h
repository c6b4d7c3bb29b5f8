// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::graph {

class GraphView;

/// Lets assistive technology walk the graph: a list whose items are the resources and modules that are drawn, each with
/// its address, what happens to it and what it depends on. Works once for all views.
void installGraphAccessibility();

/// Tells it that another item is marked.
void tellFocus(GraphView& view);

} // namespace planlens::graph
