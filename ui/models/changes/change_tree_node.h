// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/same_changes.h"
#include "core/plans/change.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/changes/shown_drift.h"
#include "ui/theme/action_style.h"

#include <array>
#include <optional>

namespace planlens::models {

using Counts = std::array<int, theme::allActionKinds.size()>;

inline constexpr std::size_t fewChanges = 500; // limit for grouping on the GUI thread

/// A row of the tree of changes.
struct ChangeTreeModel::Node {
    NodeType type = NodeType::Module;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;
    QString text;    // of the first column
    QString address; // of a module, or the key of a change
    // For resources:
    const plans::ResourceInstanceChange* change = nullptr; // owned by the plan
    theme::ActionKind kind = theme::ActionKind::NoOp;
    ApplyStatus status = ApplyStatus::None;
    QString statusNote;                      // start or duration
    std::optional<explain::DriftTier> drift; // set if it changed outside of OpenTofu, and the plan changes nothing
    bool isLoaded = false;
    bool isApplied = true;        // unless targets or exclusions leave it out
    bool isOutsideModule = false; // below a row that is not of its module
    // For sections, modules and groups:
    Counts counts{};
    int findings = 0;
    QStringList notes; // of groups
    // For findings about the whole plan:
    PlanFinding finding;
    // For attributes; their children are separate nodes:
    AttributeRow attribute;

    Node* add(NodeType childType) {
        auto child = std::make_unique<Node>();
        child->type = childType;
        child->parent = this;
        child->row = int(children.size());
        children.push_back(std::move(child));
        return children.back().get();
    }
    void addHidden(const QString& hiddenText) { add(NodeType::Hidden)->text = hiddenText; }
    void addAttributes(AttributeRow from);
    /// Returns a value of an attribute, or a placeholder if rows below show its text in a readable form.
    QString shown(const QString& value, std::optional<std::string> TextPair::*side) const;
    Node* addResource(const plans::ResourceInstanceChange& resource, theme::ActionKind shownKind);
};

/// The rows of a plan. Rows below resource instances are created when they are expanded.
struct ChangeRows {
    ChangeTreeModel::Node root;
    /// By the keys of changes and the addresses of modules. An instance of which only deposed objects change is
    /// the first of them.
    QHash<QString, ChangeTreeModel::Node*> byAddress;
    QMultiHash<QString, ChangeTreeModel::Node*> deposed; // by the addresses of their instances
    QSet<QString> modules;                               // with changes
    QStringList unchanged;                               // addresses of omitted instances
    bool isDrift = false;                                // the rows are drift
    QSet<QString> drifted; // addresses of objects that changed outside of OpenTofu, if the rows are changes
    RowForm form;
    masking::Secrets secrets;
};

} // namespace planlens::models
