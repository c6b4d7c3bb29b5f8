// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::graph {

class GraphView;

/// Exposes the graph to assistive technology as a list of the drawn resources and modules, each with address, action
/// and dependencies. Call once for all views.
void installGraphAccessibility();

/// Announces that another item is selected.
void notifyFocus(GraphView& view);

} // namespace planlens::graph
