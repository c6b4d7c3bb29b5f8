// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/graph_data.h"

#include <QString>

#include <vector>

namespace planlens::graph {

/// One line of a node seen from near: an attribute of its only instance, or an instance with its first attributes.
struct DetailLine {
    theme::ActionKind kind = theme::ActionKind::NoOp; // for sign and colour
    QString text;
    QString note; // said less loudly, at the end
};
struct Details {
    std::vector<DetailLine> lines;
    int left = 0; // lines that are not among them
};

/// At most `most` lines, the worst first. Names only: values may be secret.
Details detailsOf(const GraphNode& node, int most);

} // namespace planlens::graph
