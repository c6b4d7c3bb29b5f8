// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"
#include "ui/models/search/found_at.h"

#include <QFont>
#include <QSet>
#include <QStyledItemDelegate>

#include <utility>

class QTreeView;

namespace planlens::widgets {

/// Draws rows of the tree of changes: glyphs, tick boxes, tinted values, badges, and for modules a summary of their
/// actions.
class ChangeDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit ChangeDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Changes the check state after a click on the check box, or Space.
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

    /// Returns the check box of a row, at the right of its name.
    static QRect tickRect(const QStyleOptionViewItem& option);
    /// Tints matching resources.
    void setQuery(const models::AddressQuery& query) { m_query = query; }
    /// Hatches resource instances that the current planning may change.
    void setEstimate(const QSet<QString>& addresses) { m_estimate = addresses; }
    /// Marks resource instances with findings in the color of the worst one.
    void setFindings(models::FoundByAddress findings) { m_findings = std::move(findings); }

private:
    bool isEstimated(const QModelIndex& index) const;
    models::FoundAt findingsOf(const QModelIndex& index) const;
    QStringList badgesOf(const QModelIndex& index) const;
    /// Paints a summary of the other columns at the right. Returns where the space for the name ends.
    int paintSummary(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                     const QRect& room) const;
    void paintFinding(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                      QRect room) const;
    void paintAddress(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                      QRect room) const;
    void paintName(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    int heightOf(const QTreeView& tree, const QModelIndex& value, int column) const;
    int upperHeight(const QTreeView& tree, const QModelIndex& before) const;
    void paintValues(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintValue(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintNotes(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    QFont m_mono, m_small;
    models::AddressQuery m_query;
    QSet<QString> m_estimate;
    models::FoundByAddress m_findings;
};

} // namespace planlens::widgets
