// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/graph_data.h"

#include <QString>

#include <vector>

namespace planlens::graph {

/// One line of an enlarged node: an attribute of its only instance, or an instance with its first attributes.
struct DetailLine {
    theme::ActionKind kind = theme::ActionKind::NoOp; // for glyph and color
    QString text;
    QString note; // less prominent text at the end
};
struct Details {
    std::vector<DetailLine> lines;
    int left = 0; // number of omitted lines
};

/// Returns at most `most` lines, most severe first. Only names, because values may be sensitive.
Details detailsOf(const GraphNode& node, int most);

} // namespace planlens::graph
