// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <vector>

namespace planlens::layout {

/// A rectangle without contents: a node or a folded box. Inside the layout, sizes and positions run along and across
/// the layers, regardless of the direction on screen.
struct Vertex {
    double length = 0; // along
    double breadth = 0;
    int box = -1;
    int drawing = -1;
    int element = 0; // a node of the input, or a box counted from the nodes
};

struct Frame {
    int parent = -1;
    int depth = 0;
    int drawing = -1;
    bool shown = false; // unfolded, like all enclosing boxes
    double titleWidth = 0;
};

/// All edges between two vertices.
struct Link {
    int from;
    int to;
    std::vector<Index> edges;
};

/// A part of the graph with layers of its own, because no edge connects it to the rest of its area. An area is a box,
/// or the whole picture (-1).
struct Drawing {
    int area = -1;
    std::vector<int> vertices;
    std::vector<int> frames; // outer before inner
    std::vector<int> links;
};

/// The graph to be drawn: boxes folded, parallel edges joined, unconnected parts separated.
struct Parts {
    std::vector<Vertex> vertices;
    std::vector<Frame> frames; // by box of the input
    std::vector<Link> links;
    std::vector<Drawing> drawings; // drawings in an area come after the drawing that contains the area's box
    std::vector<int> vertexOfNode; // by node of the input; for a hidden node that of the folded box
    std::vector<int> vertexOfBox;  // -1 unless folded and not hidden
};

/// The groups of nodes and boxes in the previous scene; -1 for those that it did not show in the same form.
struct GroupsBefore {
    std::vector<int> ofNode; // of the input
    std::vector<int> ofBox;
};

/// Splits the graph. Elements that were drawn together stay together, even if they are no longer connected; otherwise
/// they could not keep their positions.
Parts findParts(const Input& input, const Options& options, const GroupsBefore& before);

} // namespace planlens::layout
