// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/adjacency.h"

#include <cstddef>
#include <vector>

namespace planlens::layout {

/// A drawing divided into layers. Items are the vertices of the drawing, then one for each layer that an edge passes
/// through, then one for each layer in which a frame would otherwise be empty. Every edge segment connects adjacent
/// layers. Frames are numbered within the drawing, outer before inner; 0 is the drawing itself.
///
/// In each layer the items of a frame are adjacent, and sibling frames follow the order of `sequence`, so that frames
/// can be disjoint rectangles.
struct Layers {
    struct Frame {
        int parent = -1;
        int depth = 0;
        int firstLayer = 0;
        int lastLayer = 0;
        int sequence = 0;
    };
    int vertexCount = 0;    // of items that are vertices
    std::vector<int> layer; // by item
    std::vector<int> frame; // by item
    Adjacency before;       // the items of the previous layer that an item is connected to
    Adjacency after;
    std::vector<Frame> frames;
    std::vector<std::vector<int>> order; // the items of each layer
    std::vector<int> position;           // by item, in its layer

    int itemCount() const { return count(layer); }
    bool isInside(int inner, int outer) const {
        while (at(frames, inner).depth > at(frames, outer).depth) {
            inner = at(frames, inner).parent;
        }
        return inner == outer;
    }
    void updatePositions(int l) {
        const auto& items = at(order, l);
        for (int i = 0; i < count(items); ++i) {
            at(position, at(items, i)) = i;
        }
    }
};

/// Returns the number of crossing pairs of segments.
long countCrossings(const Layers& layers);

/// Selects an order of each layer with few crossings. Deterministic. Large graphs get fewer rounds, and so do drawings
/// that are laid out together with many others (`linksOfAll`).
void reduceCrossings(Layers& layers, std::size_t linksOfAll = 0);

/// Sorts every layer by the keys, while keeping frames together.
void orderByKeys(Layers& layers, const std::vector<double>& keys);

} // namespace planlens::layout
