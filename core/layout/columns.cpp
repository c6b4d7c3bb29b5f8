// SPDX-License-Identifier: MPL-2.0
#include "core/layout/columns.h"

#include <algorithm>
#include <cmath>

namespace planlens::layout {

Columns arrangeColumns(const Parts& parts, const Drawing& drawing, const Layers& layers, const Options& options,
                       const std::vector<Extent>& packed, const PreviousPositions& kept) {
    const int layerCount = count(layers.order);
    const int frameCount = count(layers.frames);
    const bool turned = options.direction == Direction::TopToBottom;
    const double padBefore = options.boxPadding + (turned ? options.titleHeight : 0);
    const auto snapped = [&](double size) { return std::ceil(size / options.grid - 1e-9) * options.grid; };

    std::vector<double> length(layers.order.size(), 0);
    for (int i = 0; i < layers.vertexCount; ++i) {
        double& longest = at(length, at(layers.layer, i));
        longest = std::max(longest, snapped(at(parts.vertices, at(drawing.vertices, i)).length));
    }
    // The extent of frames beyond their first and last column; inner frames come last.
    std::vector<double> before(layers.frames.size(), 0);
    std::vector<double> after(layers.frames.size(), 0);
    std::vector<double> gapBefore(layers.order.size(), 0);
    std::vector<double> gapAfter(layers.order.size(), 0);
    std::vector<std::vector<int>> ending(layers.order.size());
    for (int f = frameCount - 1; f > 0; --f) {
        const auto& frame = at(layers.frames, f);
        at(before, f) += padBefore;
        at(after, f) += options.boxPadding;
        const auto& parent = at(layers.frames, frame.parent);
        if (frame.parent > 0 && parent.firstLayer == frame.firstLayer) {
            at(before, frame.parent) = std::max(at(before, frame.parent), at(before, f));
        }
        if (frame.parent > 0 && parent.lastLayer == frame.lastLayer) {
            at(after, frame.parent) = std::max(at(after, frame.parent), at(after, f));
        }
        at(gapBefore, frame.firstLayer) = std::max(at(gapBefore, frame.firstLayer), at(before, f));
        at(gapAfter, frame.lastLayer) = std::max(at(gapAfter, frame.lastLayer), at(after, f));
        at(ending, frame.lastLayer).push_back(f); // inner before outer
    }

    const auto remembered = kept.columns(layers);
    const auto gapTo = [&](int layer) {
        // Prefer a narrow gap to moving everything after it.
        const double share = at(remembered, layer - 1) && at(remembered, layer) ? 0.5 : 1;
        return snapped(options.layerGap * share + at(gapAfter, layer - 1) + at(gapBefore, layer));
    };
    Columns columns;
    columns.start.assign(layers.order.size(), 0);
    columns.end.assign(layers.order.size(), 0);
    columns.frameStart.assign(layers.frames.size(), 0);
    columns.frameEnd.assign(layers.frames.size(), 0);
    for (int l = 0; l < layerCount; ++l) {
        double& start = at(columns.start, l);
        if (l > 0) {
            start = at(columns.end, l - 1) + gapTo(l);
        }
        if (const auto& was = at(remembered, l)) {
            start = l == 0 ? *was : std::max(start, *was);
        } else if (l == 0 && layerCount > 1 && at(remembered, 1)) {
            start = *at(remembered, 1) - gapTo(1) - at(length, 0);
        }
        double end = start + at(length, l);
        for (const int f : at(ending, l)) {
            const int box = at(drawing.frames, f - 1);
            const double needed = std::max(turned ? 0 : at(parts.frames, box).titleWidth, at(packed, box).length);
            const double room = needed + padBefore + options.boxPadding;
            const double first =
                l == at(layers.frames, f).firstLayer ? start : at(columns.start, at(layers.frames, f).firstLayer);
            at(columns.frameStart, f) = first - at(before, f);
            end = std::max(end, snapped(at(columns.frameStart, f) + room - at(after, f)));
        }
        at(columns.end, l) = end;
    }
    for (int f = 1; f < frameCount; ++f) {
        at(columns.frameEnd, f) = at(columns.end, at(layers.frames, f).lastLayer) + at(after, f);
    }
    return columns;
}

} // namespace planlens::layout
