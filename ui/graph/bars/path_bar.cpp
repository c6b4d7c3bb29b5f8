// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/bars/path_bar.h"

#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/item_painting.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>

namespace planlens::graph {

namespace {

constexpr int widestStep = 280;
constexpr int separator = 24;

} // namespace

PathBar::PathBar(GraphView& view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_steps(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("graph-path"));
    m_steps->setContentsMargins(theme::grid, 0, theme::grid, 2);
    m_steps->setSpacing(2);
    connect(&view, &GraphView::drawn, this, &PathBar::refresh);
    connect(&view, &GraphView::pathChanged, this, &PathBar::refresh);
    hide();
}

QSize PathBar::minimumSizeHint() const {
    return {0, QWidget::minimumSizeHint().height()};
}

void PathBar::addStep(const QString& text, const QString& tip, const QString& address, bool isLast, int widest) {
    auto* button = new QToolButton(this);
    button->setProperty("flat", QStringLiteral("segment"));
    const QFontMetricsF metrics(button->font());
    button->setText(elidedName(text, metrics, widest - 2 * theme::grid));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(isLast);
    button->setChecked(isLast);
    m_steps->addWidget(button);
    if (isLast)
        connect(button, &QToolButton::clicked, button, [button] { button->setChecked(true); });
    else if (address.isEmpty())
        connect(button, &QToolButton::clicked, &m_view, &GraphView::showMap);
    else
        connect(button, &QToolButton::clicked, &m_view, [this, address] { m_view.goTo(address); });
}

/// Shows the map and the last steps that fit.
void PathBar::refresh() {
    while (QLayoutItem* item = m_steps->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // the click may come from one of them
        }
        delete item;
    }
    const std::shared_ptr<const GraphData>& drawn = m_view.data();
    const bool isAround = drawn && drawn->scope == Scope::AroundSelection && !drawn->contents->nodes.empty();
    setVisible(isAround);
    if (!isAround)
        return;
    const bool isLarge = drawn->isMap || int(drawn->contents->nodes.size()) > comfortableNodes;
    const QString overview = isLarge ? tr("Map") : tr("All resources");
    addStep(overview, isLarge ? tr("Show all modules") : tr("Show all resources"), {}, !drawn->center, widestStep);
    if (!drawn->center)
        return m_steps->addStretch(1);
    const QStringList& path = m_view.path();
    const int room = width() - 120; // beside the overview
    const qsizetype first = std::max<qsizetype>(0, path.size() - std::max(1, room / (widestStep + separator)));
    // Names are elided only if not all of them fit.
    int needed = 0;
    for (qsizetype i = first; i < path.size(); ++i)
        needed += fontMetrics().horizontalAdvance(path[i]) + 2 * theme::grid + separator;
    const int widest = needed <= room ? room : std::max(widestStep, room / int(path.size() - first) - separator);
    for (qsizetype i = first; i < path.size(); ++i) {
        auto* arrow = new QLabel(i == first && first > 0 ? QStringLiteral("› … ›") : QStringLiteral("›"), this);
        m_steps->addWidget(arrow);
        addStep(path[i], path[i], path[i], i + 1 == path.size(), widest);
    }
    m_steps->addStretch(1);
}

void PathBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (isVisible() && event->oldSize().width() != event->size().width())
        refresh();
}

} // namespace planlens::graph
