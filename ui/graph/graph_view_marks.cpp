// SPDX-License-Identifier: MPL-2.0
// Highlights and apply status in the graph, and unfolding.
#include "ui/basics/change_key.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/marks/apply_statuses.h"
#include "ui/graph/marks/estimate_hatch.h"
#include "ui/graph/marks/highlights.h"
#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>
#include <optional>
#include <utility>

namespace planlens::graph {

void GraphView::setFilter(std::function<bool(const QStringList&)> filter) {
    if (!m_highlights->setFilter(std::move(filter)))
        return;
    m_highlights->show(*m_picture);
    updateCone();
    fitUnlessZoomed();
}

void GraphView::setFindings(models::FoundByAddress findings) {
    if (m_highlights->setFindings(std::move(findings)))
        m_highlights->show(*m_picture);
}

models::FoundAt GraphView::findingsOf(std::size_t element) const {
    return m_highlights->findingsOf(element);
}

int GraphView::findingsLeftOut() const {
    return m_contents ? m_highlights->findingsOutside(*m_contents) : 0;
}

void GraphView::setSearch(const models::AddressQuery& query) {
    if (!m_highlights->setSearch(query))
        return;
    m_highlights->show(*m_picture);
    if (query.isEmpty())
        fitUnlessZoomed();
}

int GraphView::matchCount() const {
    return m_highlights->matchCount();
}

bool GraphView::isFolded(const QString& module) const {
    const BoxItem* item = m_picture->byModule.value(module);
    return !item || item->box().isFolded;
}

void GraphView::reveal(const QString& address) {
    select(address);
    m_selection.revealed = instanceOf(address);
    if (!isDrawing())
        continueRevealing();
}

void GraphView::continueRevealing() {
    if (m_selection.revealed.isEmpty())
        return;
    const QGraphicsItem* item = nodeItem(m_selection.revealed);
    if (!item)
        item = m_picture->byModule.value(m_selection.revealed);
    if (!item) {
        if (unfoldAround(m_selection.revealed))
            redraw(Keeping::Nothing); // otherwise, it grows with each selection
        else
            m_selection.revealed.clear();
        return;
    }
    m_selection.revealed.clear();
    bringIntoView(*item);
}

/// Unfolds the modules around an instance or module; false if it is not in the graph or nothing was folded.
bool GraphView::unfoldAround(const QString& address) {
    if (!m_picture->data)
        return false;
    std::optional<layout::Index> at;
    if (const int node = m_picture->data->nodeOf.value(address, -1); node >= 0)
        at = m_picture->data->nodes[std::size_t(node)].box;
    for (const GraphBox& box : m_picture->data->boxes)
        if (box.id == address)
            at = box.parent;
    QSet<QString> around;
    bool isFolded = false;
    for (; at; at = m_picture->data->boxes[*at].parent) {
        isFolded = isFolded || m_picture->data->boxes[*at].isFolded;
        around.insert(m_picture->data->boxes[*at].id);
    }
    if (isFolded)
        m_options->opened = std::move(around); // those around the previous selection fold again
    return isFolded;
}

void GraphView::setStatus(const QString& address, models::ApplyStatus status, const QString& note) {
    if (m_contents)
        m_statuses->set(address, status, note, *m_contents, *m_picture);
}

void GraphView::beginApply() {
    m_statuses->begin();
    m_statuses->show(*m_picture);
}

void GraphView::endApply() {
    if (m_statuses->end())
        m_statuses->show(*m_picture);
}

void GraphView::setEstimate(const QSet<QString>& addresses) {
    if (m_estimate->setAddresses(addresses, *m_picture))
        viewport()->update();
}

bool GraphView::isEstimated(const QString& address) const {
    return m_estimate->covers(address, *m_picture);
}

void GraphView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_look) {
        m_look->scheme = theme::currentScheme();
        setBackgroundBrush(theme::surfaces(m_look->scheme).base);
        scene()->update();
    }
    QGraphicsView::changeEvent(event);
}

} // namespace planlens::graph
