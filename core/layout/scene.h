// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planlens::layout {

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

/// Pixels, y downwards.
struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    Point center() const { return {x + width / 2, y + height / 2}; }
    bool contains(const Rect& other) const {
        return other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom();
    }
    bool intersects(const Rect& other) const {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
    /// The smallest rectangle around both.
    Rect united(const Rect& other) const {
        const double left = std::min(x, other.x);
        const double top = std::min(y, other.y);
        return {left, top, std::max(right(), other.right()) - left, std::max(bottom(), other.bottom()) - top};
    }
    bool operator==(const Rect&) const = default;
};

using Index = std::uint32_t;

enum class Folding { Unfolded, Folded };

struct InputNode {
    std::string id; // unique; by it a node is found again in the scene before
    double width = 160;
    double height = 40;
    std::optional<Index> box = {}; // into Input::boxes
};

/// A frame around nodes and other boxes. A folded box is drawn like a node of the given size; what is in it is hidden
/// and its edges end at the box.
struct InputBox {
    std::string id;
    std::optional<Index> parent = {};
    std::string label = {};
    double titleWidth = 0; // of the label in its font; 0 estimates it from the label
    Folding folding = Folding::Unfolded;
    double foldedWidth = 160;
    double foldedHeight = 40;
};

/// Indices into Input::nodes. The layout draws `from` left of `to` (above it, when drawing from top to bottom).
struct InputEdge {
    Index from = 0;
    Index to = 0;
    int kind = 0; // not read; edges of different kind between the same two ends share one route
};

struct Input {
    std::vector<InputNode> nodes;
    std::vector<InputBox> boxes;
    std::vector<InputEdge> edges;
};

enum class Direction { LeftToRight, TopToBottom };

/// Distances in pixels; they are rounded up to the grid.
struct Options {
    Direction direction = Direction::LeftToRight;
    double grid = 8;
    double layerGap = 64;     // between columns
    double nodeGap = 16;      // between nodes of a column
    double edgeGap = 8;       // between an edge passing through a column and its neighbours
    double boxPadding = 16;   // between a box and what is in it
    double boxGap = 16;       // around a box
    double titleHeight = 24;  // at the top of a box, in addition to the padding
    double componentGap = 32; // between parts that no edge connects
    double aspectRatio = 1.6; // width : height that packing of such parts aims at
};

struct SceneNode {
    std::string id;
    Rect rect;
    bool visible = true;                // false inside a folded box; rect then is that of the folded box
    int layer = 0;                      // column, counted from 0 within its group
    int group = 0;                      // into Scene::groups
    std::optional<Rect> lastShown = {}; // of what is hidden: where it was before that, as far as extend() noted it
};

struct SceneBox {
    std::string id;
    Rect rect;
    double titleHeight = 0; // of the bar at the top; 0 for a folded box
    bool visible = true;
    Folding folding = Folding::Unfolded;
    int layer = 0; // the first column; for a folded box its own
    int group = 0;
    std::optional<Rect> lastShown = {}; // its frame, where it or a box around it was folded by extend()
    std::vector<Rect> more = {}; // further frames of it, by extend(), for what is new and had no room in the first one
};

/// The way of all edges that join the same two ends.
struct SceneEdge {
    std::vector<Index> edges; // into Input::edges
    /// Into Scene::nodes, or into Scene::boxes counted on from Scene::nodes.size().
    Index from = 0;
    Index to = 0;
    /// From the border of one end to that of the other, going forward in the direction of the layout (backward where
    /// the edge is part of a cycle). Straight lines between the points meet no other node; curves with tangents along
    /// the direction of the layout at each point do neither and cross no more edges.
    std::vector<Point> points;
    bool againstDirection = false;
};

/// Nodes that were drawn together because edges connect them; kept to find the same place again.
struct SceneGroup {
    Point origin;
};

/// The picture: nodes and boxes in the order of the input.
struct Scene {
    std::vector<SceneNode> nodes;
    std::vector<SceneBox> boxes;
    std::vector<SceneEdge> edges;
    std::vector<SceneGroup> groups;
    Direction direction = Direction::LeftToRight;
    Rect bounds;
};

} // namespace planlens::layout
