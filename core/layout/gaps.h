// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/place.h"

#include <vector>

namespace planlens::layout {

/// The distances that have to be kept across the layers: y[to] >= y[from] + distance, without cycle. Variables are the
/// lower edges of the items, then two for each frame, its lower and upper border.
class Gaps {
public:
    struct Gap {
        int from;
        int to;
        double distance;
    };

    Gaps(const Layers& layers, const Breadths& breadths);

    int variableCount() const { return m_itemCount + 2 * m_frameCount; }
    int startOf(int frame) const { return m_itemCount + 2 * frame; }
    int endOf(int frame) const { return m_itemCount + 2 * frame + 1; }

    /// To the item before in its layer, through all borders between.
    double toItemBefore(int item) const { return at(m_toItemBefore, item); }

    /// Moves what is too close to higher positions.
    void pushUp(std::vector<double>& y) const;
    /// Moves what is too close to lower positions.
    void pushDown(std::vector<double>& y) const;
    /// Moves what is too close apart to both sides.
    void pushApart(std::vector<double>& y) const;
    /// Closes the frames round what is in them.
    void tightenFrames(std::vector<double>& y) const;

    /// How far a variable can go while all others stay.
    double lowest(const std::vector<double>& y, int variable) const;
    double highest(const std::vector<double>& y, int variable) const;

private:
    void walkLayer(const Layers& layers, const Breadths& breadths, int layer);
    void sortVariables();

    int m_itemCount;
    int m_frameCount;
    std::vector<double> m_toItemBefore;
    std::vector<Gap> m_gaps;
    Adjacency m_into;          // gaps by `to`
    Adjacency m_outOf;         // gaps by `from`
    std::vector<int> m_sorted; // variables, lower before higher
};

} // namespace planlens::layout
