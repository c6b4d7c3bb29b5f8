// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/same_changes.h"
#include "core/plans/plan.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/theme/action_style.h"

#include <array>

namespace planlens::models {

using Counts = std::array<int, theme::allActionKinds.size()>;

inline constexpr std::size_t fewChanges = 500; // up to which the same ones are found while a window waits

/// A row of the tree of changes.
struct ChangeTreeModel::Node {
    NodeType type = NodeType::Module;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;
    QString text;    // what the first column says
    QString address; // of a module or resource
    // Resource:
    const plans::ResourceInstanceChange* change = nullptr; // owned by the plan
    theme::ActionKind kind = theme::ActionKind::NoOp;
    ApplyStatus status = ApplyStatus::None;
    QString statusNote; // since when or how long
    bool isLoaded = false;
    // Module or several with the same change:
    Counts counts{};
    int findings = 0;
    QStringList notes; // of the latter
    // Attribute; without its children, which are nodes:
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
    Node* addResource(const plans::ResourceInstanceChange& resource);
};

/// The rows of a plan. What is beneath resource instances comes when they are unfolded.
struct ChangeRows {
    ChangeTreeModel::Node root;
    QHash<QString, ChangeTreeModel::Node*> byAddress;
    QStringList unchanged; // addresses of what is left out
    masking::Secrets secrets;
};

} // namespace planlens::models
