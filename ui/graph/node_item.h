// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/graph_data.h"
#include "ui/models/roles.h"
#include "ui/theme/action_style.h"

#include <QFont>
#include <QGraphicsItem>

#include <memory>

namespace planlens::graph {

/// What all items of a scene draw with: worked out once, not by every item.
struct Look {
    theme::Scheme scheme = theme::Scheme::Light;
    QFont name, small, glyph;

    /// The font for names at a scale: larger in small pictures, so that it can be read as long as there is room for it.
    QFont nameAt(double scale) const;
};

/// Scale below which a node is a coloured block, and from which it shows everything.
inline constexpr double readableScale = 0.45;
inline constexpr double detailScale = 0.8;

/// A thin bar with a part for each action, in proportion to its count.
void paintActionMix(QPainter& painter, const QRectF& rect, const Counts& counts, theme::Scheme scheme);

/// Drawn pale where a filter or a search does not let it through.
enum class Emphasis { Normal, Pale };

/// A resource.
class NodeItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };
    NodeItem(std::shared_ptr<const GraphData> data, std::size_t node, const Look& look);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    const GraphNode& node() const { return m_data->nodes[m_node]; }
    std::size_t nodeIndex() const { return m_node; }
    void setStatus(models::ApplyStatus status);
    void setEmphasis(Emphasis emphasis);
    /// How many of its instances match what is looked for.
    void setMatches(int count);

private:
    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_node;
    const Look& m_look;
    QSizeF m_size;
    models::ApplyStatus m_status = models::ApplyStatus::None;
    int m_matches = 0;
};

/// A module: a frame with a title that folds it, or folded.
class BoxItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    BoxItem(std::shared_ptr<const GraphData> data, std::size_t box, const Look& look);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override; // what takes clicks: the title, or all of it where folded
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    const GraphBox& box() const { return m_data->boxes[m_box]; }
    std::size_t boxIndex() const { return m_box; }
    QRectF titleRect() const;
    void setEmphasis(Emphasis emphasis);
    /// How many resource instances in it match what is looked for.
    void setMatches(int count);

private:
    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_box;
    const Look& m_look;
    QSizeF m_size;
    int m_matches = 0;
};

/// The title of an unfolded module, above the edges that run across its frame. Takes no clicks: its box does.
class BoxTitleItem final : public QGraphicsItem {
public:
    BoxTitleItem(std::shared_ptr<const GraphData> data, std::size_t box, const Look& look);

    QRectF boundingRect() const override { return QRectF(QPointF(), m_size); }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_box;
    const Look& m_look;
    QSizeF m_size;
};

/// All edges.
class EdgeLayer final : public QGraphicsItem {
public:
    EdgeLayer(std::shared_ptr<const GraphData> data, const Look& look);

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    /// Edges at these nodes are drawn with emphasis.
    void setHighlighted(const QSet<int>& nodes);

private:
    struct Edge {
        QPainterPath path;
        QRectF bounds;
        QPointF tip;
        double tipAngle = 0; // 0 points right, 1 down
        int from = 0, to = 0;
        bool isHighlighted = false;
    };
    const std::shared_ptr<const GraphData> m_data;
    const Look& m_look;
    std::vector<Edge> m_edges;
    QRectF m_bounds;
};

} // namespace planlens::graph
