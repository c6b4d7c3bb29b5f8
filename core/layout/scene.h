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

/// In pixels; y points down.
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
    /// Returns the smallest rectangle that contains both.
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
    std::string id; // unique; identifies the node in the previous scene
    double width = 160;
    double height = 40;
    std::optional<Index> box = {}; // into Input::boxes
};

/// A frame around nodes and other boxes. A folded box is drawn as a node of the given size; its contents are hidden and
/// their edges end at the box.
struct InputBox {
    std::string id;
    std::optional<Index> parent = {};
    std::string label = {};
    double titleWidth = 0; // of the label in its font; 0: estimated from the label
    Folding folding = Folding::Unfolded;
    double foldedWidth = 160;
    double foldedHeight = 40;
};

/// Indices into Input::nodes. The layout draws `from` left of `to` (above it, when drawing from top to bottom).
struct InputEdge {
    Index from = 0;
    Index to = 0;
    int kind = 0; // not read by the layout; edges of different kinds between the same ends share one route
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
    double nodeGap = 16;      // between nodes in a column
    double edgeGap = 8;       // between an edge passing through a column and its neighbours
    double boxPadding = 16;   // between a box and its contents
    double boxGap = 16;       // around a box
    double titleHeight = 24;  // at the top of a box, in addition to the padding
    double componentGap = 32; // between unconnected parts
    double aspectRatio = 1.6; // width : height, the target for packing such parts
    int longestLayer = 0; // in rows; nodes and outermost boxes that no edge leaves go to further layers; 0: no limit
};

struct SceneNode {
    std::string id;
    Rect rect;
    bool visible = true;                // false inside a folded box; rect is then that of the folded box
    int layer = 0;                      // column, from 0 within its group
    int group = 0;                      // into Scene::groups
    std::optional<Rect> lastShown = {}; // of a hidden node: its last visible position, if extend() recorded it
};

struct SceneBox {
    std::string id;
    Rect rect;
    double titleHeight = 0; // of the bar at the top; 0 for a folded box
    bool visible = true;
    Folding folding = Folding::Unfolded;
    int layer = 0; // the first column; of a folded box its column
    int group = 0;
    std::optional<Rect> lastShown = {}; // its frame before extend() folded it or a box around it
    std::vector<Rect> more = {};        // additional frames by extend() for new elements without space in the first
};

/// The route of all edges that connect the same two ends.
struct SceneEdge {
    std::vector<Index> edges; // into Input::edges
    /// Into Scene::nodes, or into Scene::boxes counted from Scene::nodes.size().
    Index from = 0;
    Index to = 0;
    /// From the border of one end to that of the other, in the direction of the layout (backward if the edge is part of
    /// a cycle). Straight lines between the points avoid other nodes. So do curves whose tangents at the points follow
    /// the direction of the layout; they do not add crossings.
    std::vector<Point> points;
    bool againstDirection = false;
};

/// Nodes that were drawn together because they are connected. Used to find their position in the next layout.
struct SceneGroup {
    Point origin;
};

/// The layout: nodes and boxes in the order of the input.
struct Scene {
    std::vector<SceneNode> nodes;
    std::vector<SceneBox> boxes;
    std::vector<SceneEdge> edges;
    std::vector<SceneGroup> groups;
    Direction direction = Direction::LeftToRight;
    Rect bounds;
};

} // namespace planlens::layout
