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

/// The whole graph in a corner of its view, with a frame around what the view shows. Pressing or dragging brings that
/// place into the view, and so do the arrow keys. Hidden where the view shows everything.
class Minimap final : public QWidget {
    Q_OBJECT
public:
    /// Lies over the view, which owns it.
    Minimap(GraphView& view, const Look& look);

    void setData(std::shared_ptr<const GraphData> drawn);
    /// Finds its place and whether it is needed; to be called where the view's size or scale changed.
    void refresh();
    /// What the view shows, in coordinates of this.
    QRectF frame() const;
    /// Where a point of the scene is, and back.
    QPointF toMap(const QPointF& scenePoint) const;
    QPointF toScene(const QPointF& position) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QRectF visiblePart() const;
    void draw();

    GraphView& m_view;
    const Look& m_look;
    std::shared_ptr<const GraphData> m_data;
    QPixmap m_picture;
    QRectF m_scene; // what the map shows
    QPointF m_grip; // from where the frame was taken to its middle, in the scene
    double m_scale = 0;
};

} // namespace planlens::graph
