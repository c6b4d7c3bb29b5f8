// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/adjacency.h"

#include <cstddef>
#include <vector>

namespace planlens::layout {

/// A drawing cut into layers. Items are the drawing's vertices, then one for each layer an edge passes through, then
/// one for each layer that a frame would otherwise have nothing in. Every edge segment joins neighbouring layers.
/// Frames here are numbered within the drawing, outer before inner, 0 for the drawing itself.
///
/// In each layer what is in one frame stands together, and frames in the same frame keep the order of `sequence`, so
/// that frames can be rectangles apart from each other.
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
    Adjacency before;       // the items of the layer before that an item has segments to
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

/// How many pairs of segments cross.
long countCrossings(const Layers& layers);

/// Chooses an order of each layer with few crossings. Deterministic; large graphs get fewer rounds, and so does each of
/// many that are drawn together with so many links.
void reduceCrossings(Layers& layers, std::size_t linksOfAll = 0);

/// Puts every layer into the order of the keys as far as frames staying together allows.
void orderByKeys(Layers& layers, const std::vector<double>& keys);

} // namespace planlens::layout
