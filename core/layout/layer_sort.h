// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

namespace planlens::layout {

enum class Ties { Keep, Turn };

/// Sorts layers by keys, frame by frame: the items of a frame stay together, and sibling frames keep their sequence.
class LayerSort {
public:
    explicit LayerSort(Layers& layers);

    /// The key of an item that keeps its position.
    static constexpr double stay = -1e300;

    /// Keys by item; only those of the layer are read.
    void sort(int layer, const std::vector<double>& keys, Ties ties);

    /// Gives sibling frames a new sequence by ascending key. Keys by frame.
    void resequence(const std::vector<double>& keys);

private:
    struct Entry {
        double key;
        double weight;
        int position; // of its first item in the current order
        int item;     // or -1
        int group;
    };
    /// The part of a frame that is in one layer.
    struct Group {
        int frame;
        int parent; // group of the layer
    };

    void sortEntries(std::vector<Entry>& entries, Ties ties);
    void sortItems(std::vector<Entry>& entries, std::size_t number, Ties ties);
    void appendGroup(int group, std::vector<int>& order) const;

    Layers& m_layers;
    std::vector<std::vector<Group>> m_groups; // by layer, outer before inner
    std::vector<int> m_groupOfItem;
    std::vector<Entry> m_moving;
    std::vector<std::vector<Entry>> m_entries; // by group of the current layer
    const std::vector<Group>* m_current = nullptr;
};

} // namespace planlens::layout
