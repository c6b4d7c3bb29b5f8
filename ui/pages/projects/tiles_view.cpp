// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/tiles_view.h"

#include "ui/basics/text.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planlens::widgets {

using projects::ReportedProject;
using theme::ActionKind;

namespace {

constexpr int sideWithName = 64, gap = 4;     // pixels
constexpr double smallest = 24, largest = 88; // pixels, of sides

int sideOf(const ReportedProject& project, double scale) {
    return int(scale * std::clamp(6 * std::sqrt(double(project.result.counts.resources)), smallest, largest));
}

} // namespace

TilesView::TilesView(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("project-tiles"));
    setAccessibleName(tr("Picture of all projects"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    verticalScrollBar()->setSingleStep(theme::rowHeight);
}

void TilesView::setSummary(std::shared_ptr<const projects::Summary> summary) {
    m_summary = std::move(summary);
    m_current = -1;
    arrange();
}

void TilesView::setCurrent(int project) {
    m_current = project;
    if (project >= 0 && project < m_tiles.size()) {
        const QRect& tile = m_tiles[project];
        QScrollBar& bar = *verticalScrollBar();
        bar.setValue(std::clamp(bar.value(), tile.bottom() + gap - viewport()->height(), tile.top() - gap));
    }
    viewport()->update();
}

/// Few projects have larger tiles, with their names.
void TilesView::arrange() {
    constexpr double scales[] = {4, 3, 2, 1.5, 1};
    int height = 0;
    for (const double scale : scales)
        if (height = arrange(scale); height <= viewport()->height())
            break;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    viewport()->update();
}

/// Returns the height of the whole picture.
int TilesView::arrange(double scale) {
    m_tiles.clear();
    m_headings.clear();
    int x = gap, y = gap, height = 0;
    QString directory;
    if (m_summary)
        for (const ReportedProject& project : m_summary->projects) {
            const int side = sideOf(project, scale);
            const QString inside = qstring(project.name).section(u'/', 0, -2);
            const bool isFirst = inside != directory;
            if (x > gap && (isFirst || x + side + gap > viewport()->width())) {
                x = gap;
                y += height + gap;
                height = 0;
            }
            if (isFirst) {
                directory = inside;
                m_headings.append({QRect(gap, y, viewport()->width() - 2 * gap, theme::rowHeight), directory});
                y += theme::rowHeight;
            }
            m_tiles.append({x, y, side, side});
            x += side + gap;
            height = std::max(height, side);
        }
    return y + height + gap;
}

void TilesView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const theme::Scheme scheme = theme::currentScheme();
    const theme::Surfaces& s = theme::surfaces(scheme);
    painter.fillRect(event->rect(), s.base);
    painter.setFont(theme::smallFont());
    const int top = verticalScrollBar()->value();
    painter.translate(0, -top);
    painter.setPen(s.dimText);
    for (const auto& [rect, text] : m_headings)
        painter.drawText(rect, Qt::AlignVCenter, text);
    for (qsizetype i = 0; i < m_tiles.size(); ++i) {
        const QRect& tile = m_tiles[i];
        if (!tile.translated(0, -top).intersects(event->rect()))
            continue;
        const ReportedProject& project = m_summary->projects[std::size_t(i)];
        const ActionKind kind = models::worstKind(project);
        const bool hasFailed = models::hasFailed(project);
        const bool isUnchanged = kind == ActionKind::NoOp && !hasFailed;
        const bool isDrifted = isUnchanged && project.result.counts.drift > 0;
        const QColor color = hasFailed     ? s.error
                             : isDrifted   ? s.warning
                             : isUnchanged ? s.border
                                           : theme::color(kind, scheme);
        painter.setPen(QPen(int(i) == m_current ? s.accent : color, int(i) == m_current ? 3 : 1));
        QColor fill = color;
        fill.setAlpha(isUnchanged ? 40 : 72);
        painter.setBrush(hasFailed ? QBrush(color, Qt::BDiagPattern) : QBrush(fill));
        painter.drawRect(tile.adjusted(0, 0, -1, -1));
        painter.setPen(s.text);
        const QString mark = hasFailed     ? QStringLiteral("✗")
                             : isDrifted   ? QStringLiteral("≠")
                             : isUnchanged ? QString()
                                           : theme::glyph(kind);
        if (tile.width() < sideWithName) {
            painter.drawText(tile, Qt::AlignCenter, mark);
            continue;
        }
        const QRect inside = tile.adjusted(gap, gap, -gap, -gap);
        const QString name = qstring(project.name).section(u'/', -1);
        painter.drawText(inside, Qt::AlignHCenter | Qt::AlignTop, mark);
        painter.drawText(inside, Qt::AlignHCenter | Qt::AlignBottom,
                         painter.fontMetrics().elidedText(name, Qt::ElideMiddle, inside.width()));
    }
}

void TilesView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

int TilesView::projectAt(const QPoint& position) const {
    const QPoint at = position + QPoint(0, verticalScrollBar()->value());
    const auto found = std::ranges::find_if(m_tiles, [&](const QRect& tile) { return tile.contains(at); });
    return found == m_tiles.end() ? -1 : int(found - m_tiles.begin());
}

void TilesView::mousePressEvent(QMouseEvent* event) {
    if (const int project = projectAt(event->position().toPoint()); project >= 0) {
        setCurrent(project);
        Q_EMIT chosen(project);
    }
}

void TilesView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const int project = projectAt(event->position().toPoint()); project >= 0)
        Q_EMIT activated(project);
}

void TilesView::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (event->key() == Qt::Key_Return && m_current >= 0) {
        Q_EMIT activated(m_current);
    } else if (step != 0 && !m_tiles.isEmpty()) {
        setCurrent(std::clamp(m_current + step, 0, int(m_tiles.size()) - 1));
        Q_EMIT chosen(m_current);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

bool TilesView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto& help = static_cast<QHelpEvent&>(*event);
    if (const int at = projectAt(help.pos()); at >= 0) {
        const ReportedProject& project = m_summary->projects[std::size_t(at)];
        const std::string counts = countsText(project.result);
        QString words = models::hasFailed(project) ? qstring(project.result.error)
                        : counts.empty()           ? tr("unchanged")
                                                   : qstring(counts);
        if (project.result.counts.drift > 0)
            words += tr(", drift %L1").arg(project.result.counts.drift);
        QToolTip::showText(help.globalPos(),
                           QStringLiteral("<p><code>%1</code><br>%2</p>")
                               .arg(qstring(project.name).toHtmlEscaped(), words.toHtmlEscaped()),
                           viewport());
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace planlens::widgets
