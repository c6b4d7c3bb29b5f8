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

/// A resource in one module instance, all its instances together.
struct GraphNode {
    QString id; // address of the resource
    QString name, type;
    theme::ActionKind kind = theme::ActionKind::NoOp; // the worst of its instances
    Counts counts{};
    QStringList instances;                                 // addresses
    std::vector<plans::ResourceInstanceChangePtr> changes; // of the instances, deposed objects too; in the plan's order
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

/// What an edge of the layout's input stands for, as its kind: whether any expression refers to what it comes from.
enum class EdgeKind : int { Reference, DependsOnOnly };

enum class Unchanged { LeftOut, Shown };
/// What a new picture takes over from the one before: every place, as far as there is room for what is new; where
/// things were to each other; or nothing.
enum class Keeping { Places, Order, Nothing };
struct GraphOptions {
    Unchanged unchanged = Unchanged::LeftOut;
    QSet<QString> folded, unfolded; // modules that a person folded or unfolded
    /// Other modules of this depth, 1 being those of the root module, are folded. Where nothing is set, it is chosen so
    /// that the drawing fits.
    std::optional<int> foldDepth;
    int comfortable = 150;                      // nodes up to which deeper modules may be unfolded at all
    double fittingWidth = 0, fittingHeight = 0; // 0: any size fits
    Keeping keeping = Keeping::Places;
    layout::Direction direction = layout::Direction::LeftToRight;
};

/// A plan as a drawn graph. Immutable once made.
struct GraphData {
    std::vector<GraphNode> nodes;
    std::vector<GraphBox> boxes;
    std::vector<layout::InputEdge> edges;
    layout::Scene scene;
    std::vector<layout::Rect>
        rootFrames; // around resources of the root module, with nothing else in them; empty where there are no others
    QHash<QString, int> nodeOf; // by the address of an instance
    int unchangedLeftOut = 0;   // resources
    int foldDepth = 0;          // that was used
};

inline constexpr double nodeWidth = 208;
inline constexpr double nodeHeight = 48;

/// Draws a plan. Pure; may take long for big plans, so call it off the GUI thread. What is in the scene before stays
/// where it was as far as there is room.
std::shared_ptr<const GraphData> drawPlan(const plans::Plan& plan, const GraphOptions& options,
                                          const layout::Scene* previous = nullptr);

} // namespace planlens::graph
