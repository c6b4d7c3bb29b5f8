// SPDX-License-Identifier: MPL-2.0
// Hatches instances that the current planning may change.
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace planlens::graph {

void GraphView::setEstimate(const QSet<QString>& addresses) {
    if (m_estimate == addresses)
        return;
    m_estimate = addresses;
    findEstimated();
    viewport()->update();
}

void GraphView::findEstimated() {
    m_estimated.clear();
    if (!m_picture->data)
        return;
    for (const QString& address : std::as_const(m_estimate)) {
        const int at = m_picture->data->nodeOf.value(address, -1);
        if (at < 0)
            continue;
        if (const NodeItem* item = m_picture->nodes[std::size_t(at)]) {
            m_estimated.insert(item);
            continue;
        }
        for (std::optional<layout::Index> box = m_picture->data->nodes[std::size_t(at)].box; box;
             box = m_picture->data->boxes[*box].parent)
            if (const BoxItem* item = m_picture->byModule.value(m_picture->data->boxes[*box].id)) {
                m_estimated.insert(item); // contents of folded modules have no item
                break;
            }
    }
}

bool GraphView::isEstimated(const QString& address) const {
    const int at = m_picture->data ? m_picture->data->nodeOf.value(address, -1) : -1;
    if (at < 0)
        return false;
    if (const NodeItem* item = m_picture->nodes[std::size_t(at)])
        return m_estimated.contains(item);
    for (std::optional<layout::Index> box = m_picture->data->nodes[std::size_t(at)].box; box;
         box = m_picture->data->boxes[*box].parent)
        if (m_estimated.contains(m_picture->byModule.value(m_picture->data->boxes[*box].id)))
            return true;
    return false;
}

void GraphView::paintEstimate(QPainter& painter, const QRectF& exposed) const {
    if (m_estimated.isEmpty())
        return;
    const theme::Surfaces& s = theme::surfaces(m_look->scheme);
    QColor pale = s.base;
    pale.setAlphaF(0.35F); // keeps names readable
    QColor line = s.dimText;
    line.setAlphaF(0.4F);
    QBrush hatch(line, Qt::BDiagPattern);
    hatch.setTransform(painter.worldTransform().inverted()); // same density at every scale
    for (const QGraphicsItem* item : m_estimated) {
        const QRectF rect = item->sceneBoundingRect().adjusted(3, 3, -3, -3);
        if (!rect.intersects(exposed))
            continue;
        painter.fillRect(rect, pale);
        painter.fillRect(rect, hatch);
    }
}

} // namespace planlens::graph
