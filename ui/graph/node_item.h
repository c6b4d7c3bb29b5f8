// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/graph_data.h"
#include "ui/graph/items/category_icon.h"
#include "ui/graph/items/node_status.h"
#include "ui/graph/level.h"
#include "ui/graph/node_details.h"
#include "ui/models/search/found_at.h"
#include "ui/theme/action_style.h"

#include <QFont>
#include <QGraphicsItem>
#include <QPainterPath>

#include <memory>
#include <optional>
#include <vector>

namespace planlens::graph {

/// Drawing resources shared by all items of a scene.
struct Look {
    theme::Scheme scheme = theme::Scheme::Light;
    QFont name, small, glyph;
    mutable CategoryIcons icons;

    /// Returns the font of names at a scale. It is larger in small pictures to stay readable as long as there is space.
    QFont nameAt(double scale) const;
    /// The fonts of nodes, which grow less, because nodes have two lines.
    struct NodeFonts {
        QFont name, small, glyph;
    };
    const NodeFonts& nodeFontsAt(double scale) const;

private:
    mutable NodeFonts m_nodeFonts;
    mutable double m_factor = 0; // of m_nodeFonts
};

/// Paints a thin bar with a section for each action, proportional to its count.
void paintActionMix(QPainter& painter, const QRectF& rect, const Counts& counts, theme::Scheme scheme);

/// Returns the mark color of the most severe finding.
QColor findingColor(const models::FoundAt& findings, theme::Scheme scheme);

/// Pale if a filter or search excludes it.
enum class Emphasis { Normal, Pale };

/// The relation of an item to the selection.
enum class Reach { NoSelection, Selected, Upstream, Downstream, Both, Apart };

/// Whether the card of a surrounding module covers an item.
enum class Cover { Open, Covered };

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
    /// Sets the status of an apply. The note is the time of the start, or the duration.
    void setStatus(NodeStatus status, const QString& note = {});
    NodeStatus status() const { return m_status; }
    void setEmphasis(Emphasis emphasis);
    /// Sets the number of matching instances.
    void setMatches(int count);
    /// Sets the findings of its instances.
    void setFindings(const models::FoundAt& findings);
    void setReach(Reach reach);
    Reach reach() const { return m_reach; }
    void setCover(Cover cover);
    QPainterPath shape() const override;
    /// Returns the direction of the neighbors that are not in scope and counted at this position of the item, if any.
    std::optional<Way> handleAt(const QPointF& position) const;

private:
    QRectF body() const;
    QRectF handle(Way way) const;
    void paintHandles(QPainter& painter, const QFont& font) const;
    void paintBlock(QPainter& painter, double scale) const;
    void paintFrame(QPainter& painter, const QRectF& rect, bool isSelected) const;
    void paintTexts(QPainter& painter, const QRectF& room, const Look::NodeFonts& fonts) const;
    double paintAside(QPainter& painter, const QRectF& line, const Look::NodeFonts& fonts, double typeWidth,
                      double nameRoom) const;
    double paintCounts(QPainter& painter, const QRectF& line, const Look::NodeFonts& fonts, double typeWidth) const;
    void paintDetails(QPainter& painter, double scale, const QRectF& rect) const;

    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_node;
    const Look& m_look;
    QSizeF m_size;
    NodeStatus m_status = NodeStatus::None;
    QString m_statusNote;
    int m_matches = 0;
    models::FoundAt m_findings;
    Reach m_reach = Reach::NoSelection;
    Cover m_cover = Cover::Open;
    mutable Details m_details; // of the last painting, limited to the space at that time
    mutable int m_detailRoom = -1;
};

/// Returns the scale below which each unfolded module is drawn as a card. It is the same for all modules at a depth, so
/// that the whole view has one level of detail: outer ones become cards when cards of inner ones would not be readable.
/// 0 for folded ones.
std::vector<double> cardScales(const GraphData& data);

/// A module: a frame with a title for folding it, a folded box, or a card at small scales.
class BoxItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    /// All frames of a module except the first contain new elements that had no space in the first.
    BoxItem(std::shared_ptr<const GraphData> data, std::size_t box, std::size_t frame, const Look& look);

    int type() const override { return Type; }
    QRectF boundingRect() const override;
    QPainterPath shape() const override; // the clickable area: the title, or the whole box if folded
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    const GraphBox& box() const { return m_data->boxes[m_box]; }
    std::size_t boxIndex() const { return m_box; }
    QRectF titleRect() const;
    void setEmphasis(Emphasis emphasis);
    /// Sets the number of matching resource instances in it.
    void setMatches(int count);
    /// Sets the findings of its contents; shown if it is folded or a card.
    void setFindings(const models::FoundAt& findings);
    /// Sets the status of the apply of its contents; shown if it is folded or a card.
    void setStatus(NodeStatus status);
    NodeStatus status() const { return m_status; }
    void setReach(Reach reach);
    Reach reach() const { return m_reach; }
    /// A frame with its contents, or a card that covers them.
    enum class Form { Open, Card };
    void setForm(Form form);
    Form form() const { return m_form; }
    void setCover(Cover cover);
    Cover cover() const { return m_cover; }

private:
    bool isClosed() const { return box().isFolded || m_form == Form::Card; }
    void placeInDepth();
    QString findingsText() const;
    QPen framePen(bool isSelected) const;
    double paintAside(QPainter& painter, const QRectF& line, double titleWidth) const;
    void paintCard(QPainter& painter, double scale, const QRectF& rect) const;

    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_box;
    const Look& m_look;
    QSizeF m_size;
    int m_matches = 0;
    models::FoundAt m_findings;
    NodeStatus m_status = NodeStatus::None;
    int m_depth = 0;
    Reach m_reach = Reach::NoSelection;
    Form m_form = Form::Open;
    Cover m_cover = Cover::Open;
};

/// The title of an unfolded module, drawn above the edges that cross its frame. Does not accept clicks; its box does.
class BoxTitleItem final : public QGraphicsItem {
public:
    BoxTitleItem(std::shared_ptr<const GraphData> data, std::size_t box, std::size_t frame, const Look& look);

    QRectF boundingRect() const override { return QRectF(QPointF(), m_size); }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    std::size_t boxIndex() const { return m_box; }

private:
    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_box;
    const bool m_isFurther;
    const Look& m_look;
    QSizeF m_size;
};

/// The line of all edges between the same two ends.
struct DrawnEdge {
    QPainterPath path;
    QRectF bounds;
    QPointF tip;
    QPointF heading; // unit vector of the arrow's direction
    int count = 1;
    QRectF countBadge;      // of several edges; empty if there is no room that other counts do not take
    double hiddenBelow = 0; // scale below which one card covers both ends
    bool isDashed = false;  // only depends_on, no reference
};
/// Gives the counts of edges places on their lines, near their tips, where they do not cover each other.
void placeCounts(std::vector<DrawnEdge>& edges);
/// Returns the lines by edge of the scene. Pure; called off the GUI thread for large graphs.
std::vector<DrawnEdge> drawnEdges(const GraphData& data, const std::vector<double>& cardScales);

/// All edges. Edges between the same two ends share a line with their count.
class EdgeLayer final : public QGraphicsItem {
public:
    EdgeLayer(std::shared_ptr<const GraphData> data, std::shared_ptr<std::vector<DrawnEdge>> edges, const Look& look);
    ~EdgeLayer() override;

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    enum class Tone { Normal, Pale, Cone, AtSelection };
    /// Sets the relation of each scene edge to the selection.
    void setTones(const std::vector<Tone>& tones);
    Tone tone(std::size_t sceneEdge) const { return m_tones[sceneEdge]; }
    bool isDashed(std::size_t sceneEdge) const { return (*m_edges)[sceneEdge].isDashed; }
    /// Returns the line nearest to a point of the scene, at most this far away, that is drawn at the scale.
    std::optional<std::size_t> edgeAt(const QPointF& point, double distance, double scale) const;
    /// Returns the number of edges that a line represents.
    int bundled(std::size_t sceneEdge) const { return (*m_edges)[sceneEdge].count; }

private:
    void paintEdge(QPainter& painter, const DrawnEdge& edge, const QColor& color, double width, double scale) const;
    const std::shared_ptr<const GraphData> m_data;
    const Look& m_look;
    std::shared_ptr<std::vector<DrawnEdge>> m_edges;
    std::vector<Tone> m_tones; // by edge
    QRectF m_bounds;
};

} // namespace planlens::graph
