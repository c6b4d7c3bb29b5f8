// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layers.h"

namespace planlens::layout {

enum class Ties { Keep, Turn };

/// Sorts layers by keys, frame by frame: what is in a frame stays together, and sibling frames keep their sequence.
class LayerSort {
public:
    explicit LayerSort(Layers& layers);

    /// The key of an item that has no wish.
    static constexpr double stay = -1e300;

    /// By item; only those of the layer are read.
    void sort(int layer, const std::vector<double>& keys, Ties ties);

    /// Gives sibling frames a new sequence, by ascending key. By frame.
    void resequence(const std::vector<double>& keys);

private:
    struct Entry {
        double key;
        double weight;
        int position; // the first of it in the order so far
        int item;     // or -1
        int group;
    };
    /// A frame as far as it is in one layer.
    struct Group {
        int frame;
        int parent; // group of the layer
    };

    void sortEntries(std::vector<Entry>& entries, Ties ties);
    void sortItems(std::vector<Entry>& entries, std::size_t number, Ties ties);
    void emit(int group, std::vector<int>& order) const;

    Layers& m_layers;
    std::vector<std::vector<Group>> m_groups; // by layer, outer before inner
    std::vector<int> m_groupOfItem;
    std::vector<Entry> m_moving;
    std::vector<std::vector<Entry>> m_entries; // by group of the layer at hand
    const std::vector<Group>* m_current = nullptr;
};

} // namespace planlens::layout
