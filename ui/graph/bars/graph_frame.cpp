// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/bars/graph_frame.h"

#include "ui/graph/bars/legend.h"
#include "ui/graph/bars/path_bar.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <memory>
#include <numeric>

namespace planlens::graph {

namespace {

QToolButton* addButton(QHBoxLayout& row, const char* name, const QString& text, const QString& tip) {
    auto* button = new QToolButton(row.parentWidget());
    button->setObjectName(QLatin1String(name));
    button->setProperty("flat", QStringLiteral("segment"));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    row.addWidget(button);
    return button;
}

void retainSize(QWidget& widget, bool isRetained) {
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(isRetained);
    widget.setSizePolicy(policy);
}

} // namespace

GraphFrame::GraphFrame(GraphView& view, QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new PathBar(view, this));
    column->addWidget(&view, 1);
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(theme::grid, 2, theme::grid, 2);
    row->setSpacing(theme::grid / 2);
    auto* legend = new Legend(view, foot);
    row->addWidget(legend, 1);
    QToolButton* less = addButton(*row, "zoom-out", QStringLiteral("−"), tr("Zoom out (−)"));
    QToolButton* whole = addButton(*row, "zoom", QStringLiteral("100 %"), tr("Fit the graph into the view (F)"));
    QToolButton* more = addButton(*row, "zoom-in", QStringLiteral("+"), tr("Zoom in (+)"));
    column->addWidget(foot);

    connect(less, &QToolButton::clicked, &view, &GraphView::zoomOut);
    connect(more, &QToolButton::clicked, &view, &GraphView::zoomIn);
    connect(whole, &QToolButton::clicked, &view, &GraphView::fit);
    connect(&view, &GraphView::zoomChanged, whole,
            [&view, whole] { whole->setText(tr("%1 %").arg(std::lround(view.zoomFactor() * 100))); });
    m_view = &view;
    m_foot = foot;
    connect(&view, &GraphView::drawn, this, &GraphFrame::showFoot);
    showFoot();
}

void GraphFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showFoot();
}

/// A low graph needs all of the space. The menu has commands for the zoom too.
void GraphFrame::showFoot() {
    constexpr int low = 256;
    const std::shared_ptr<const GraphData>& drawn = m_view->data();
    const bool isLow = height() < low;
    retainSize(*m_foot, !drawn && !isLow); // the first drawing fits into the space that remains
    m_foot->setVisible(!isLow && drawn &&
                       std::accumulate(drawn->contents->resources.begin(), drawn->contents->resources.end(), 0) > 0);
}

} // namespace planlens::graph
