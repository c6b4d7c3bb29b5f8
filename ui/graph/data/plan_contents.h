// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"
#include "core/plans/change.h"
#include "core/report/icons/resource_category.h"
#include "ui/theme/action_style.h"

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::graph {

using Counts = std::array<int, theme::allActionKinds.size()>;

/// "2± 5~"
QString mixText(const Counts& counts);

/// A resource in one module instance, with all of its instances.
struct GraphNode {
    QString id; // address of the resource
    QString name, type;
    report::Category category = report::Category::Other;
    theme::ActionKind kind = theme::ActionKind::NoOp; // the most severe action of its current objects, if any
    Counts counts{};
    int deposed = 0;       // number of deposed objects
    int drifted = 0;       // number of objects that changed outside of OpenTofu, if the plan changes something
    QStringList instances; // addresses
    std::vector<plans::ResourceInstanceChangePtr> changes; // of the instances, including deposed objects; in plan order
    std::optional<layout::Index> box;
    int moreUpstream = 0, moreDownstream = 0; // numbers of neighbors outside of the scope

    bool hasMore() const { return moreUpstream > 0 || moreDownstream > 0; }
};

/// The kind of an edge in the layout's input: whether it represents an expression reference.
enum class EdgeKind : int { Reference, DependsOnOnly };

enum class Unchanged { Hidden, Shown };

/// Against the direction of the edges, to dependencies, or along it, to dependents.
enum class Way { Upstream, Downstream };

/// Which resources of a plan the graph may show.
struct ContentsOptions {
    Unchanged unchanged = Unchanged::Hidden;
    QSet<theme::ActionKind> hidden; // by the user
    bool operator==(const ContentsOptions&) const = default;
};

/// The resources of a plan and their edges, before scope, grouping and folding. Immutable.
struct PlanContents {
    ContentsOptions options;
    std::vector<GraphNode> nodes;
    std::vector<addrs::AbsResource> addresses; // by node
    std::vector<layout::InputEdge> edges;      // sorted; the kinds are EdgeKind
    QHash<QString, int> nodeOf;                // by instance address
    Counts resources{};                        // numbers of resources by kind, including hidden ones
    int unchangedLeftOut = 0;
    bool isDrift = false; // the plan changes nothing, and the kinds are those of changes outside of OpenTofu
};

/// Pure; slow for large plans.
std::shared_ptr<const PlanContents> contentsOf(const plans::Plan& plan, const ContentsOptions& options);

} // namespace planlens::graph
