// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QSet>
#include <QSortFilterProxyModel>

namespace planlens::models {

/// Lets through resource instances of chosen kinds whose address contains a text, the modules of those, and all attributes
/// of what is let through.
class ChangeFilterModel final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// An empty set lets all kinds through.
    void setKinds(const QSet<int>& kinds);
    void setText(const QString& text);
    const QSet<int>& kinds() const { return m_kinds; }
    const QString& text() const { return m_text; }
    bool accepts(theme::ActionKind kind, const QString& address) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QSet<int> m_kinds;
    QString m_text;
};

} // namespace planlens::models
