// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layout.h"
#include "ui/graph/data/plan_contents.h"
#include "ui/graph/data/text_widths.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace planlens::graph {

/// A module instance, or another group of resources.
struct GraphBox {
    QString id, label;
    theme::ActionKind kind = theme::ActionKind::NoOp;
    Counts counts{};
    std::optional<layout::Index> parent;
    bool isFolded = false;
    bool isModule = true; // the ID is then an address
};

/// The parts of the previous picture that a new one keeps: positions if there is space, only the order, or nothing.
enum class Keeping { Places, Order, Nothing };
/// All resources, or those near the selected one. Until a resource is selected, the latter shows a map of all modules
/// if there are many resources.
enum class Scope { Everything, AroundSelection };
enum class Grouping { Modules, Types, None };

/// The largest number of nodes that are shown by default.
inline constexpr int comfortableNodes = 150;

struct GraphOptions {
    ContentsOptions contents;
    std::optional<Scope> scope;                         // if empty, it depends on the number of resources
    QString center;                                     // address of an instance in the middle of AroundSelection
    int upstream = 2, downstream = 2;                   // steps from the center
    QSet<QString> expandedUpstream, expandedDownstream; // resources of which all neighbors are in scope
    Grouping grouping = Grouping::Modules;
    QSet<QString> folded, unfolded; // by the user
    QSet<QString> opened;           // around the selection, and therefore unfolded
    /// Other modules at this depth are folded; modules in the root module have depth 1. If empty, the depth is chosen
    /// so that the drawing fits.
    std::optional<int> foldDepth;
    int comfortable = comfortableNodes;
    double fittingWidth = 0, fittingHeight = 0; // 0: any size fits
    Keeping keeping = Keeping::Places;
    std::optional<layout::Direction> direction; // if empty, the first drawing has the one that fits better
    TextWidths nameWidths{8}, smallWidths{7};   // of the fonts of names, and of types
    double nodeHeight = 48;
};

/// The drawing of a plan. Immutable.
struct GraphData {
    std::shared_ptr<const PlanContents> contents; // includes nodes out of scope
    Scope scope = Scope::Everything;              // the applied scope
    std::optional<layout::Index> center;          // if the scope is limited to its surroundings
    bool isMap = false;                           // of modules
    std::vector<GraphNode> nodes;
    std::vector<layout::Index> inContents; // by node
    std::vector<GraphBox> boxes;
    std::vector<layout::InputEdge> edges;
    layout::Scene scene;
    std::vector<layout::Rect> rootFrames; // around resources of the root module; empty if there are no other modules
    QHash<QString, int> nodeOf;           // by instance address
    int unchangedLeftOut = 0;             // resources
    int foldDepth = 0;                    // the applied depth
};

/// The width of a node follows its texts up to this many characters.
inline constexpr int longestNodeText = 28, longestNodeType = 44;
inline constexpr double narrowestNode = 120;
/// The left and right edge of a node's texts; before them is the icon.
inline constexpr double nodeTextLeft = 36, nodeTextRight = 10, glyphWidth = 16;
/// The line below a node with the numbers of neighbors outside of the scope.
inline constexpr double handleHeight = 24;

/// A part of the text beside the type of a node: words, or the glyph of an action in its color.
struct AsidePart {
    QString text;
    std::optional<theme::ActionKind> glyphOf = {};
};
/// Returns the text beside the type: numbers of actions if there are several, and deposed objects.
std::vector<AsidePart> asideParts(const GraphNode& node);
QString asideText(const GraphNode& node);
/// Returns the width that shows all texts of a node, or as much as fits into the longest node.
double nodeWidth(const GraphNode& node, const GraphOptions& options);

/// Draws a plan. Pure; slow for large plans, so it must not be called on the GUI thread. Elements of the previous scene
/// keep their position as far as there is space.
std::shared_ptr<const GraphData> drawContents(std::shared_ptr<const PlanContents> contents, const GraphOptions& options,
                                              const layout::Scene* previous = nullptr);
std::shared_ptr<const GraphData> drawPlan(const plans::Plan& plan, const GraphOptions& options,
                                          const layout::Scene* previous = nullptr);

} // namespace planlens::graph
