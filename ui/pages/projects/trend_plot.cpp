// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/trend_plot.h"

#include "ui/language/words.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planlens::widgets {

namespace {

constexpr double dotRadius = 3, currentRadius = 5;
constexpr int titleHeight = theme::rowHeight, axisHeight = theme::rowHeight;

QString dateText(qint64 time) {
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(time).date(), QLocale::ShortFormat);
}

} // namespace

TrendPlot::TrendPlot(const QString& title, std::function<QString(double)> textOf, QWidget* parent)
    : QWidget(parent)
    , m_title(title)
    , m_textOf(std::move(textOf)) {
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TrendPlot::sizeHint() const {
    return {240, 176};
}

void TrendPlot::setPoints(QVector<Point> points) {
    m_points = std::move(points);
    m_current = -1;
    m_most = 0;
    for (const Point& point : m_points)
        m_most = std::max(m_most, point.value);
    setAccessibleDescription(m_points.isEmpty()
                                 ? QString()
                                 : tr("%1 on %2, %3 on %4; at most %5")
                                       .arg(m_textOf(m_points.first().value), dateText(m_points.first().time),
                                            m_textOf(m_points.last().value), dateText(m_points.last().time),
                                            m_textOf(m_most)));
    update();
}

void TrendPlot::setCurrent(int point) {
    m_current = point;
    update();
}

QRectF TrendPlot::area() const {
    const QFontMetrics metrics(theme::smallFont());
    const double left =
        2 * theme::grid + std::max(metrics.horizontalAdvance(m_textOf(m_most)), metrics.horizontalAdvance(m_textOf(0)));
    return QRectF(rect()).adjusted(left, titleHeight + theme::grid, -2 * theme::grid, -axisHeight);
}

QPointF TrendPlot::placeOf(int point) const {
    const QRectF area = this->area();
    const Point& one = m_points[point];
    const auto span = double(std::max<qint64>(1, m_points.last().time - m_points.first().time));
    return {area.left() + double(one.time - m_points.first().time) / span * area.width(),
            area.bottom() - (m_most > 0 ? one.value / m_most * area.height() : 0)};
}

int TrendPlot::pointAt(const QPointF& position) const {
    int nearest = -1;
    double least = 0;
    for (int i = 0; i < m_points.size(); ++i)
        if (const double distance = std::abs(placeOf(i).x() - position.x()); nearest < 0 || distance < least) {
            nearest = i;
            least = distance;
        }
    return nearest;
}

void TrendPlot::drawAxes(QPainter& painter, const QRectF& area) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    painter.setPen(QPen(s.border, 1));
    for (const double y : {area.top(), area.bottom()})
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setFont(theme::smallFont());
    painter.setPen(s.dimText);
    const auto value = [&](double number, double y) {
        painter.drawText(QRectF(0, y - titleHeight / 2.0, area.left() - theme::grid, titleHeight),
                         Qt::AlignRight | Qt::AlignVCenter, m_textOf(number));
    };
    value(0, area.bottom());
    if (m_most > 0)
        value(m_most, area.top());
    const QRectF dates(area.left(), area.bottom(), area.width(), axisHeight);
    painter.drawText(dates, Qt::AlignLeft | Qt::AlignVCenter, dateText(m_points.first().time));
    painter.drawText(dates, Qt::AlignRight | Qt::AlignVCenter, dateText(m_points.last().time));
}

void TrendPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    painter.fillRect(rect(), s.base);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(s.text);
    painter.drawText(QRectF(2 * theme::grid, 0, width() - 3 * theme::grid, titleHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, m_title);
    if (m_points.isEmpty())
        return;
    const QRectF area = this->area();
    drawAxes(painter, area);
    QPainterPath line(placeOf(0));
    for (int i = 1; i < m_points.size(); ++i)
        line.lineTo(placeOf(i));
    painter.setPen(QPen(s.accent, 2));
    painter.drawPath(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(s.accent);
    if (double(m_points.size()) * 4 * dotRadius < area.width())
        for (int i = 0; i < m_points.size(); ++i)
            painter.drawEllipse(placeOf(i), dotRadius, dotRadius);
    if (m_current >= 0 && m_current < m_points.size()) {
        painter.setPen(QPen(s.accent, 2));
        painter.setBrush(s.base);
        painter.drawEllipse(placeOf(m_current), currentRadius, currentRadius);
    }
}

void TrendPlot::mousePressEvent(QMouseEvent* event) {
    if (const int point = pointAt(event->position()); point >= 0)
        Q_EMIT chosen(point);
}

bool TrendPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<QHelpEvent&>(*event);
    if (const int at = pointAt(help.pos()); at >= 0)
        QToolTip::showText(
            help.globalPos(),
            QStringLiteral("%1\n%2").arg(language::momentText(QDateTime::fromSecsSinceEpoch(m_points[at].time)),
                                         m_textOf(m_points[at].value)),
            this);
    return true;
}

} // namespace planlens::widgets
