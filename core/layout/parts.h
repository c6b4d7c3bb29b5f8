// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <vector>

namespace planlens::layout {

/// What is drawn as one rectangle that holds nothing: a node, or a folded box. Sizes and positions inside the layout
/// run along the direction of the layers and across it, whatever that is on screen.
struct Vertex {
    double length = 0; // along
    double breadth = 0;
    int box = -1;
    int drawing = -1;
    int element = 0; // a node of the input, or a box counted on from the nodes
};

struct Frame {
    int parent = -1;
    int depth = 0;
    int drawing = -1;
    bool shown = false; // unfolded, as is everything around it
    double titleWidth = 0;
};

/// All edges between two vertices.
struct Link {
    int from;
    int to;
    std::vector<Index> edges;
};

/// A part of the graph that is drawn in layers of its own, because no edge leaves it within its area. An area is a box
/// or the whole picture (-1).
struct Drawing {
    int area = -1;
    std::vector<int> vertices;
    std::vector<int> frames; // outer before inner
    std::vector<int> links;
};

/// The graph as it is to be drawn: folded boxes folded, parallel edges joined, apart what is not connected.
struct Parts {
    std::vector<Vertex> vertices;
    std::vector<Frame> frames; // one for each box of the input
    std::vector<Link> links;
    std::vector<Drawing> drawings; // those in an area come after the drawing that the area's box is in
    std::vector<int> vertexOfNode; // of the input; of a hidden node that of the folded box
    std::vector<int> vertexOfBox;  // -1 unless folded and not hidden
};

/// The groups of the scene before that nodes and boxes were in; -1 for what it did not show as they are now.
struct GroupsBefore {
    std::vector<int> ofNode; // of the input
    std::vector<int> ofBox;
};

/// What was drawn together stays together, even where nothing connects it any more: it could not keep its place
/// otherwise.
Parts findParts(const Input& input, const Options& options, const GroupsBefore& before);

} // namespace planlens::layout
