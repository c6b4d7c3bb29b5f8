// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layer_sort.h"

#include <algorithm>
#include <utility>

namespace planlens::layout {

LayerSort::LayerSort(Layers& layers)
    : m_layers(layers)
    , m_groups(layers.order.size())
    , m_groupOfItem(layers.layer.size(), 0) {
    std::size_t most = 0;
    std::vector<int> groupOfFrame(layers.frames.size(), -1);
    for (std::size_t l = 0; l < layers.order.size(); ++l) {
        std::vector<int> present;
        const auto note = [&](int frame) {
            while (frame >= 0 && at(groupOfFrame, frame) < 0) {
                at(groupOfFrame, frame) = 0;
                present.push_back(frame);
                frame = at(layers.frames, frame).parent;
            }
        };
        note(0);
        for (const int item : layers.order[l]) {
            note(at(layers.frame, item));
        }
        std::sort(present.begin(), present.end()); // frames are numbered outer before inner
        auto& groups = m_groups[l];
        for (const int frame : present) {
            const int parent = at(layers.frames, frame).parent;
            at(groupOfFrame, frame) = count(groups);
            groups.push_back({frame, parent < 0 ? -1 : at(groupOfFrame, parent)});
        }
        for (const int item : layers.order[l]) {
            at(m_groupOfItem, item) = at(groupOfFrame, at(layers.frame, item));
        }
        for (const int frame : present) {
            at(groupOfFrame, frame) = -1;
        }
        most = std::max(most, groups.size());
    }
    m_entries.resize(most);
}

void LayerSort::sort(int layer, const std::vector<double>& keys, Ties ties) {
    auto& order = at(m_layers.order, layer);
    m_current = &at(m_groups, layer);
    const int groupCount = count(*m_current);
    for (int g = 0; g < groupCount; ++g) {
        at(m_entries, g).clear();
    }
    for (int i = 0; i < count(order); ++i) {
        const int item = at(order, i);
        at(m_entries, at(m_groupOfItem, item)).push_back({at(keys, item), 1, i, item, -1});
    }
    for (int g = groupCount - 1; g >= 0; --g) {
        auto& entries = at(m_entries, g);
        sortEntries(entries, ties);
        const int parent = at(*m_current, g).parent;
        if (parent < 0) {
            continue;
        }
        Entry whole{0, 0, count(order), -1, g};
        for (const Entry& entry : entries) {
            if (entry.key != stay) {
                whole.key += entry.key * entry.weight;
                whole.weight += entry.weight;
            }
            whole.position = std::min(whole.position, entry.position);
        }
        whole.key = whole.weight > 0 ? whole.key / whole.weight : stay;
        whole.weight = std::max(1.0, whole.weight);
        at(m_entries, parent).push_back(whole);
    }
    order.clear();
    appendGroup(0, order);
    m_layers.updatePositions(layer);
}

void LayerSort::appendGroup(int group, std::vector<int>& order) const {
    for (const Entry& entry : at(m_entries, group)) {
        if (entry.item >= 0) {
            order.push_back(entry.item);
        } else {
            appendGroup(entry.group, order);
        }
    }
}

/// Items without a key keep their position; the others fill the remaining positions.
void LayerSort::sortItems(std::vector<Entry>& entries, std::size_t number, Ties ties) {
    m_moving.clear();
    for (std::size_t i = 0; i < number; ++i) {
        if (entries[i].key != stay) {
            m_moving.push_back(entries[i]);
        }
    }
    std::sort(m_moving.begin(), m_moving.end(), [ties](const Entry& a, const Entry& b) {
        if (a.key != b.key) {
            return a.key < b.key;
        }
        return ties == Ties::Keep ? a.position < b.position : a.position > b.position;
    });
    std::size_t next = 0;
    for (std::size_t i = 0; i < number; ++i) {
        if (entries[i].key != stay) {
            entries[i] = m_moving[next++];
        }
    }
}

void LayerSort::sortEntries(std::vector<Entry>& entries, Ties ties) {
    const auto firstFrame =
        std::stable_partition(entries.begin(), entries.end(), [](const Entry& entry) { return entry.item >= 0; });
    const auto itemCount = static_cast<std::size_t>(firstFrame - entries.begin());
    if (firstFrame == entries.end()) {
        sortItems(entries, itemCount, ties);
        return;
    }
    // In a layer with frames, an item without a key follows the entry before it.
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.position < b.position; });
    double keyBefore = 0;
    for (Entry& entry : entries) {
        keyBefore = entry.key = entry.key == stay ? keyBefore : entry.key;
    }
    std::stable_partition(entries.begin(), entries.end(), [](const Entry& entry) { return entry.item >= 0; });
    sortItems(entries, itemCount, ties);
    std::sort(firstFrame, entries.end(), [this](const Entry& a, const Entry& b) {
        return at(m_layers.frames, at(*m_current, a.group).frame).sequence <
               at(m_layers.frames, at(*m_current, b.group).frame).sequence;
    });
    // The sequence is fixed; keys that contradict it are replaced by their mean.
    struct Pool {
        double sum;
        double weight;
        std::vector<Entry>::iterator end;
    };
    std::vector<Pool> pools;
    for (auto it = firstFrame; it != entries.end(); ++it) {
        pools.push_back({it->key * it->weight, it->weight, it + 1});
        while (pools.size() > 1) {
            Pool& last = pools.back();
            Pool& previous = pools[pools.size() - 2];
            if (previous.sum * last.weight <= last.sum * previous.weight) {
                break;
            }
            previous.sum += last.sum;
            previous.weight += last.weight;
            previous.end = last.end;
            pools.pop_back();
        }
    }
    auto it = firstFrame;
    for (const Pool& pool : pools) {
        const double key = pool.sum / pool.weight;
        for (; it != pool.end; ++it) {
            it->key = key;
        }
    }
    std::inplace_merge(entries.begin(), firstFrame, entries.end(),
                       [](const Entry& a, const Entry& b) { return a.key < b.key; });
}

void LayerSort::resequence(const std::vector<double>& keys) {
    std::vector<int> frames(m_layers.frames.size());
    for (int f = 0; f < count(frames); ++f) {
        at(frames, f) = f;
    }
    std::stable_sort(frames.begin(), frames.end(), [&](int a, int b) {
        return std::pair(at(keys, a), at(m_layers.frames, a).sequence) <
               std::pair(at(keys, b), at(m_layers.frames, b).sequence);
    });
    for (int i = 0; i < count(frames); ++i) {
        at(m_layers.frames, at(frames, i)).sequence = i;
    }
}

} // namespace planlens::layout
