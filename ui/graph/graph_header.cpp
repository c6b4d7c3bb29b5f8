// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_header.h"

#include "core/layout/scene.h"
#include "ui/controls/elided_label.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QToolButton>

namespace planlens::graph {

using layout::Direction;

namespace {

const QString directionKey = QStringLiteral("graph/direction");
bool remembers() {
    return !QCoreApplication::organizationName().isEmpty();
}

} // namespace

GraphHeader::GraphHeader(GraphView& view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_cone(new widgets::ElidedLabel(this))
    , m_findings(new widgets::ElidedLabel(this))
    , m_direction(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    m_cone->setObjectName(QStringLiteral("cone"));
    m_cone->setToolTip(
        tr("Resources in the graph that the selection depends on, and that depend on it, directly or through others.\n"
           "Ctrl and the arrow keys go along the edges."));
    m_findings->setForegroundRole(QPalette::PlaceholderText);
    m_direction->setObjectName(QStringLiteral("direction"));
    m_direction->setProperty("flat", QStringLiteral("segment"));
    auto* unchanged = new QCheckBox(tr("Show unchanged"), this);
    row->addWidget(m_cone);
    row->addWidget(m_direction);
    row->addWidget(unchanged);
    row->addWidget(m_findings);

    connect(unchanged, &QCheckBox::toggled, this, [this](bool isOn) {
        m_view.setUnchanged(isOn ? GraphView::Unchanged::Shown : GraphView::Unchanged::LeftOut);
    });
    connect(&view, &GraphView::drawn, this, [this, unchanged] {
        const int leftOut = m_view.unchangedLeftOut(), findings = m_view.findingsLeftOut();
        unchanged->setText(leftOut > 0 ? tr("Show %n unchanged", nullptr, leftOut) : tr("Show unchanged"));
        m_findings->setText(findings > 0
                                ? QString(QStringLiteral("⚠ ") % tr("%n finding(s) about them", nullptr, findings))
                                : QString());
    });
    connect(&view, &GraphView::coneChanged, this, &GraphHeader::showCone);
    connect(m_direction, &QToolButton::clicked, this, [this] {
        m_view.setDirection(m_view.direction() == Direction::LeftToRight ? Direction::TopToBottom
                                                                         : Direction::LeftToRight);
    });
    if (remembers() && QSettings().value(directionKey).toString() == QStringLiteral("down"))
        view.setDirection(Direction::TopToBottom);
    connect(&view, &GraphView::directionChanged, this, [this] {
        showDirection();
        if (remembers())
            QSettings().setValue(directionKey, m_view.direction() == Direction::TopToBottom ? QStringLiteral("down")
                                                                                            : QStringLiteral("right"));
    });
    showDirection();
    showCone(0, 0);
}

void GraphHeader::showCone(int upstream, int downstream) {
    m_cone->setText(!m_view.selectedElement() ? QString()
                    : upstream == 0 && downstream == 0
                        ? tr("no edges")
                        : tr("%1 upstream · %2 downstream").arg(upstream).arg(downstream));
}

void GraphHeader::showDirection() {
    const bool isDown = m_view.direction() == Direction::TopToBottom;
    m_direction->setText(isDown ? QStringLiteral("↓") : QStringLiteral("→"));
    m_direction->setAccessibleName(isDown ? tr("Drawn from top to bottom") : tr("Drawn from left to right"));
    m_direction->setToolTip(isDown ? tr("Drawn from top to bottom; draws from left to right (D)")
                                   : tr("Drawn from left to right; draws from top to bottom (D)"));
}

} // namespace planlens::graph
