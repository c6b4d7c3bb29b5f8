// SPDX-License-Identifier: MPL-2.0
#include "ui/models/change_filter_model.h"

#include "ui/models/roles.h"

namespace planlens::models {

void ChangeFilterModel::setKinds(const QSet<int>& kinds) {
    if (m_kinds == kinds)
        return;
    m_kinds = kinds;
    invalidateFilter();
}

void ChangeFilterModel::setText(const QString& text) {
    if (m_text == text)
        return;
    m_text = text;
    invalidateFilter();
}

bool ChangeFilterModel::accepts(theme::ActionKind kind, const QString& address) const {
    return (m_kinds.isEmpty() || m_kinds.contains(int(kind))) &&
           (m_text.isEmpty() || address.contains(m_text, Qt::CaseInsensitive));
}

bool ChangeFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    switch (NodeType(index.data(NodeTypeRole).toInt())) {
    case NodeType::Resource:
        if (m_kinds.contains(int(theme::ActionKind::Move)) && index.data(MovedRole).toBool())
            return accepts(theme::ActionKind::Move, index.data(AddressRole).toString());
        return accepts(theme::ActionKind(index.data(KindRole).toInt()), index.data(AddressRole).toString());
    case NodeType::Module:
        for (int child = 0; child < sourceModel()->rowCount(index); ++child)
            if (filterAcceptsRow(child, index))
                return true;
        return false;
    case NodeType::Hidden: return parent.isValid() || (m_kinds.isEmpty() && m_text.isEmpty());
    case NodeType::Attribute: break;
    }
    return true;
}

} // namespace planlens::models
