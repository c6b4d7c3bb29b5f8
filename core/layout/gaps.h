// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/place.h"

#include <vector>

namespace planlens::layout {

/// The minimum distances across the layers: y[to] >= y[from] + distance, without cycles. Variables are the lower edges
/// of the items, followed by the lower and upper border of each frame.
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

    /// Returns the distance to the previous item of the layer, across all borders between them.
    double toItemBefore(int item) const { return at(m_toItemBefore, item); }

    /// Resolves violations by moving variables to higher positions.
    void pushUp(std::vector<double>& y) const;
    /// Resolves violations by moving variables to lower positions.
    void pushDown(std::vector<double>& y) const;
    /// Resolves violations by moving variables in both directions.
    void pushApart(std::vector<double>& y) const;
    /// Shrinks the frames to their contents.
    void tightenFrames(std::vector<double>& y) const;

    /// Return the limits of a variable while all others stay in place.
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
