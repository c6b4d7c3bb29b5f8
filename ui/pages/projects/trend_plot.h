// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QVector>
#include <QWidget>

#include <functional>

namespace planlens::widgets {

/// A line through numbers over time. The table beside it has the same numbers as text.
class TrendPlot final : public QWidget {
    Q_OBJECT
public:
    struct Point {
        qint64 time = 0; // seconds since 1970
        double value = 0;
        bool operator==(const Point&) const = default;
    };
    /// `textOf` formats a value.
    TrendPlot(const QString& title, std::function<QString(double)> textOf, QWidget* parent = nullptr);

    /// Sets the points, oldest first.
    void setPoints(QVector<Point> points);
    const QVector<Point>& points() const { return m_points; }
    /// Marks a point; -1 for none.
    void setCurrent(int point);
    int current() const { return m_current; }
    /// Returns the place of a point in the widget.
    QPointF placeOf(int point) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// A point was clicked.
    void chosen(int point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF area() const;
    int pointAt(const QPointF& position) const;
    void drawAxes(QPainter& painter, const QRectF& area) const;

    const QString m_title;
    const std::function<QString(double)> m_textOf;
    QVector<Point> m_points;
    double m_most = 0;
    int m_current = -1;
};

} // namespace planlens::widgets
