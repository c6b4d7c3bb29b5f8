// SPDX-License-Identifier: MPL-2.0
// What the parts of the delegate of changes have in common.
#pragma once

#include "ui/graph/node_item.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QModelIndex>
#include <QStyleOptionViewItem>

namespace planlens::widgets {

inline models::NodeType typeOf(const QModelIndex& index) {
    return models::NodeType(index.data(models::NodeTypeRole).toInt());
}
inline theme::ActionKind kindOf(const QModelIndex& index) {
    return theme::ActionKind(index.data(models::KindRole).toInt());
}

/// Returns the numbers of changes in a module, from any of its columns.
inline graph::Counts actionCounts(const QModelIndex& module) {
    const QVariantList list =
        module.siblingAtColumn(models::ChangeTreeModel::ChangeColumn).data(models::ActionCountsRole).toList();
    graph::Counts counts{};
    for (qsizetype i = 0; i < list.size() && i < qsizetype(counts.size()); ++i)
        counts[std::size_t(i)] = list[i].toInt();
    return counts;
}

inline QColor textColor(const QStyleOptionViewItem& option, const theme::Surfaces& s, bool isDim) {
    if (option.state & QStyle::State_Selected)
        return s.accentText;
    return isDim ? s.dimText : s.text;
}

} // namespace planlens::widgets
