// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/layout.h"
#include "core/plans/plan.h"
#include "ui/theme/action_style.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace planlens::graph {

using Counts = std::array<int, theme::allActionKinds.size()>;

/// A resource in one module instance, with all of its instances.
struct GraphNode {
    QString id; // address of the resource
    QString name, type;
    theme::ActionKind kind = theme::ActionKind::NoOp; // the most severe action of its instances
    Counts counts{};
    QStringList instances;                                 // addresses
    std::vector<plans::ResourceInstanceChangePtr> changes; // of the instances, including deposed objects; in plan order
    std::optional<layout::Index> box;
};
/// A module instance.
struct GraphBox {
    QString id, label;
    theme::ActionKind kind = theme::ActionKind::NoOp;
    Counts counts{};
    std::optional<layout::Index> parent;
    bool isFolded = false;
};

/// The kind of an edge in the layout's input: whether it represents an expression reference.
enum class EdgeKind : int { Reference, DependsOnOnly };

enum class Unchanged { LeftOut, Shown };
/// What a new picture takes over from the previous one: positions as far as there is space, only the order, or nothing.
enum class Keeping { Places, Order, Nothing };
struct GraphOptions {
    Unchanged unchanged = Unchanged::LeftOut;
    QSet<QString> folded, unfolded; // by the user
    /// Other modules at this depth are folded; modules in the root module have depth 1. If empty, the depth is chosen
    /// so that the drawing fits.
    std::optional<int> foldDepth;
    int comfortable = 150;                      // maximum number of nodes for unfolding deeper modules
    double fittingWidth = 0, fittingHeight = 0; // 0: any size fits
    Keeping keeping = Keeping::Places;
    layout::Direction direction = layout::Direction::LeftToRight;
};

/// The drawing of a plan. Immutable.
struct GraphData {
    std::vector<GraphNode> nodes;
    std::vector<GraphBox> boxes;
    std::vector<layout::InputEdge> edges;
    layout::Scene scene;
    std::vector<layout::Rect> rootFrames; // around resources of the root module; empty if there are no other modules
    QHash<QString, int> nodeOf;           // by instance address
    int unchangedLeftOut = 0;             // resources
    int foldDepth = 0;                    // that was applied
};

inline constexpr double nodeWidth = 208;
inline constexpr double nodeHeight = 48;

/// Draws a plan. Pure; slow for large plans, so do not call it on the GUI thread. Elements of the previous scene keep
/// their position as far as there is space.
std::shared_ptr<const GraphData> drawPlan(const plans::Plan& plan, const GraphOptions& options,
                                          const layout::Scene* previous = nullptr);

} // namespace planlens::graph
