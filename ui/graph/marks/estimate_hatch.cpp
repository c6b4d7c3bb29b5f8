// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/marks/estimate_hatch.h"

#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <optional>

namespace planlens::graph {

bool EstimateHatch::setAddresses(const QSet<QString>& addresses, const Picture& picture) {
    if (m_addresses == addresses)
        return false;
    m_addresses = addresses;
    findItems(picture);
    return true;
}

void EstimateHatch::findItems(const Picture& picture) {
    m_items.clear();
    if (!picture.data)
        return;
    for (const QString& address : std::as_const(m_addresses)) {
        const int at = picture.data->nodeOf.value(address, -1);
        if (at < 0)
            continue;
        if (const NodeItem* item = picture.nodes[std::size_t(at)]) {
            m_items.insert(item);
            continue;
        }
        for (std::optional<layout::Index> box = picture.data->nodes[std::size_t(at)].box; box;
             box = picture.data->boxes[*box].parent)
            if (const BoxItem* item = picture.byModule.value(picture.data->boxes[*box].id)) {
                m_items.insert(item); // contents of folded modules have no item
                break;
            }
    }
}

bool EstimateHatch::covers(const QString& address, const Picture& picture) const {
    const int at = picture.data ? picture.data->nodeOf.value(address, -1) : -1;
    if (at < 0)
        return false;
    if (const NodeItem* item = picture.nodes[std::size_t(at)])
        return m_items.contains(item);
    for (std::optional<layout::Index> box = picture.data->nodes[std::size_t(at)].box; box;
         box = picture.data->boxes[*box].parent)
        if (m_items.contains(picture.byModule.value(picture.data->boxes[*box].id)))
            return true;
    return false;
}

void EstimateHatch::paint(QPainter& painter, const QRectF& exposed, theme::Scheme scheme) const {
    if (m_items.isEmpty())
        return;
    const theme::Surfaces& s = theme::surfaces(scheme);
    QColor pale = s.base;
    pale.setAlphaF(0.35F); // keeps names readable
    QColor line = s.dimText;
    line.setAlphaF(0.4F);
    QBrush hatch(line, Qt::BDiagPattern);
    hatch.setTransform(painter.worldTransform().inverted()); // same density at every scale
    for (const QGraphicsItem* item : m_items) {
        const QRectF rect = item->sceneBoundingRect().adjusted(3, 3, -3, -3);
        if (!rect.intersects(exposed))
            continue;
        painter.fillRect(rect, pale);
        painter.fillRect(rect, hatch);
    }
}

} // namespace planlens::graph
