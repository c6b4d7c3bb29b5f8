// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QSet>
#include <QString>

class QGraphicsItem;
class QPainter;
class QRectF;

namespace planlens::graph {

struct Picture;

/// Hatches instances that the current planning may change, also in folded modules.
class EstimateHatch {
public:
    /// Returns whether the addresses changed.
    bool setAddresses(const QSet<QString>& addresses, const Picture& picture);
    /// Finds the items of another picture.
    void findItems(const Picture& picture);
    /// Drops all references to items.
    void clearItems() { m_items.clear(); }
    /// Whether the node or folded module of an instance is hatched.
    bool covers(const QString& address, const Picture& picture) const;
    void paint(QPainter& painter, const QRectF& exposed, theme::Scheme scheme) const;

private:
    QSet<QString> m_addresses;
    QSet<const QGraphicsItem*> m_items; // with hatched parts
};

} // namespace planlens::graph
