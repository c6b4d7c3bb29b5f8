// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QPixmap>
#include <QRectF>
#include <QWidget>

#include <memory>

namespace planlens::graph {

struct GraphData;
struct Look;
class GraphView;

/// The whole graph in a corner of its view, with a frame around the visible part. Click, drag or the arrow keys move
/// the visible part. Hidden if everything is visible, and in low views.
class Minimap final : public QWidget {
    Q_OBJECT
public:
    /// Makes a child widget of the view.
    Minimap(GraphView& view, const Look& look);

    void setData(std::shared_ptr<const GraphData> drawn);
    /// Updates position and visibility; call it when the view's size or scale changes.
    void refresh();
    /// Returns the visible part, in the minimap's coordinates.
    QRectF frame() const;
    /// Converts between scene and minimap coordinates.
    QPointF toMap(const QPointF& scenePoint) const;
    QPointF toScene(const QPointF& position) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF visiblePart() const;
    QPoint freestCorner() const;
    void draw();

    GraphView& m_view;
    const Look& m_look;
    std::shared_ptr<const GraphData> m_data;
    QPixmap m_picture;
    QRectF m_scene; // bounds of the map
    QPointF m_grip; // from the grabbed point to the center of the frame, in scene coordinates
    double m_scale = 0;
};

} // namespace planlens::graph
