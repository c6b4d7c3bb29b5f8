// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/bars/graph_frame.h"

#include "ui/graph/bars/legend.h"
#include "ui/graph/bars/path_bar.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_header.h"
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

GraphFrame::GraphFrame(GraphView& view, GraphHeader& header, QWidget* parent)
    : QWidget(parent)
    , m_view(&view)
    , m_header(&header)
    , m_tools(makeTools()) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new PathBar(view, this));
    column->addWidget(&view, 1);
    header.addTools(*m_tools, *m_legend);
    connect(&view, &GraphView::drawn, this, &GraphFrame::showTools);
    showTools();
}

QWidget* GraphFrame::makeTools() {
    auto* tools = new QWidget(this);
    tools->setObjectName(QStringLiteral("graph-tools"));
    auto* row = new QHBoxLayout(tools);
    row->setSpacing(theme::grid / 2);
    m_legend = new Legend(*m_view, tools);
    row->addWidget(m_legend, 1);
    QToolButton* less = addButton(*row, "zoom-out", QStringLiteral("−"), tr("Zoom out (−)"));
    QToolButton* whole = addButton(*row, "zoom", QStringLiteral("100 %"), tr("Fit the graph into the view (F)"));
    QToolButton* more = addButton(*row, "zoom-in", QStringLiteral("+"), tr("Zoom in (+)"));
    connect(less, &QToolButton::clicked, m_view, &GraphView::zoomOut);
    connect(more, &QToolButton::clicked, m_view, &GraphView::zoomIn);
    connect(whole, &QToolButton::clicked, m_view, &GraphView::fit);
    connect(m_view, &GraphView::zoomChanged, whole,
            [view = m_view, whole] { whole->setText(tr("%1 %").arg(std::lround(view->zoomFactor() * 100))); });
    return tools;
}

void GraphFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showTools();
}

void GraphFrame::showTools() {
    const bool isBelow = !m_header->hasRoomForTools(width());
    if (isBelow && m_tools->parentWidget() != this) {
        layout()->addWidget(m_tools);
        m_legend->limitTo(QWIDGETSIZE_MAX);
        m_tools->layout()->setContentsMargins(theme::grid, 2, theme::grid, 2);
    } else if (!isBelow && m_tools->parentWidget() == this) {
        m_header->addTools(*m_tools, *m_legend);
    }
    const std::shared_ptr<const GraphData>& drawn = m_view->data();
    retainSize(*m_tools, !drawn && isBelow); // the first drawing fits into the space that remains
    m_tools->setVisible(drawn &&
                        std::accumulate(drawn->contents->resources.begin(), drawn->contents->resources.end(), 0) > 0);
    m_header->fit();
}

} // namespace planlens::graph
