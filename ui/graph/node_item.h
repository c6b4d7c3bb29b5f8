// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/graph_data.h"
#include "ui/graph/level.h"
#include "ui/graph/node_details.h"
#include "ui/models/roles.h"
#include "ui/models/search/found_at.h"
#include "ui/theme/action_style.h"

#include <QFont>
#include <QGraphicsItem>
#include <QPainterPath>

#include <memory>
#include <vector>

namespace planlens::graph {

/// What all items of a scene draw with: worked out once, not by every item.
struct Look {
    theme::Scheme scheme = theme::Scheme::Light;
    QFont name, small, glyph;

    /// The font for names at a scale: larger in small pictures, so that it can be read as long as there is room for it.
    QFont nameAt(double scale) const;
};

/// A thin bar with a part for each action, in proportion to its count.
void paintActionMix(QPainter& painter, const QRectF& rect, const Counts& counts, theme::Scheme scheme);

/// The colour of the mark of the worst finding of a place.
QColor findingColor(const models::FoundAt& findings, theme::Scheme scheme);

/// Drawn pale where a filter or a search does not let it through.
enum class Emphasis { Normal, Pale };

/// Where an item is as seen from the selection.
enum class Reach { NoSelection, Selected, Upstream, Downstream, Both, Apart };

/// Whether the card of a module around an item hides it.
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
    void setStatus(models::ApplyStatus status, const QString& note = {});
    void setEmphasis(Emphasis emphasis);
    /// How many of its instances match what is looked for.
    void setMatches(int count);
    /// Of its instances.
    void setFindings(const models::FoundAt& findings);
    void setReach(Reach reach);
    Reach reach() const { return m_reach; }
    void setCover(Cover cover);
    QPainterPath shape() const override;

private:
    QString statusText() const;
    void paintBlock(QPainter& painter, double scale, bool isSelected) const;
    void paintSummary(QPainter& painter, double scale, const QRectF& rect) const;
    void paintDetails(QPainter& painter, double scale, const QRectF& rect) const;

    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_node;
    const Look& m_look;
    QSizeF m_size;
    models::ApplyStatus m_status = models::ApplyStatus::None;
    QString m_statusNote;
    int m_matches = 0;
    models::FoundAt m_findings;
    Reach m_reach = Reach::NoSelection;
    Cover m_cover = Cover::Open;
    mutable Details m_details; // of the last painting, as many lines as had room then
    mutable int m_detailRoom = -1;
};

/// The scale below which each unfolded module is a card: none of the modules in it could be read as one. 0 for folded
/// ones.
std::vector<double> cardScales(const GraphData& data);

/// A module: a frame with a title that folds it, or folded; or a card seen from afar, as if it were.
class BoxItem final : public QGraphicsItem {
public:
    enum { Type = UserType + 2 };
    /// Of several frames of a module, all but the first hold what was new and had no room in that.
    BoxItem(std::shared_ptr<const GraphData> data, std::size_t box, std::size_t frame, const Look& look);

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
    /// Of all that is in it; told where it is folded or a card.
    void setFindings(const models::FoundAt& findings);
    void setReach(Reach reach);
    Reach reach() const { return m_reach; }
    /// Frame and what is in it, or a card over that.
    enum class Form { Open, Card };
    void setForm(Form form);
    Form form() const { return m_form; }
    void setCover(Cover cover);
    Cover cover() const { return m_cover; }

private:
    bool isClosed() const { return box().isFolded || m_form == Form::Card; }
    void placeInDepth();
    QString findingsText() const;
    void paintCard(QPainter& painter, double scale, const QRectF& rect) const;

    const std::shared_ptr<const GraphData> m_data;
    const std::size_t m_box;
    const Look& m_look;
    QSizeF m_size;
    int m_matches = 0;
    models::FoundAt m_findings;
    int m_depth = 0;
    Reach m_reach = Reach::NoSelection;
    Form m_form = Form::Open;
    Cover m_cover = Cover::Open;
};

/// The title of an unfolded module, above the edges that run across its frame. Takes no clicks: its box does.
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

/// The line that stands for all edges between the same two ends.
struct DrawnEdge {
    QPainterPath path;
    QRectF bounds;
    QPointF tip;
    QPointF heading; // of the tip, of length 1
    int count = 1;
    double hiddenBelow = 0; // scale: both ends are in one card
    bool isDashed = false;  // only depends_on asks for it
};
/// By edge of the scene. Pure; off the GUI thread where there are many.
std::vector<DrawnEdge> drawnEdges(const GraphData& data, const std::vector<double>& cardScales);

/// All edges. What joins the same two ends is one line, with its count.
class EdgeLayer final : public QGraphicsItem {
public:
    EdgeLayer(std::shared_ptr<const GraphData> data, std::shared_ptr<std::vector<DrawnEdge>> edges, const Look& look);
    ~EdgeLayer() override;

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    enum class Tone { Normal, Pale, Cone, Beside };
    /// How each edge of the scene stands to the selection.
    void setTones(const std::vector<Tone>& tones);
    Tone tone(std::size_t sceneEdge) const { return m_tones[sceneEdge]; }
    bool isDashed(std::size_t sceneEdge) const { return (*m_edges)[sceneEdge].isDashed; }
    /// How many edges one line stands for.
    int bundled(std::size_t sceneEdge) const { return (*m_edges)[sceneEdge].count; }

private:
    void paintEdge(QPainter& painter, const DrawnEdge& edge, const QColor& color, double width, double scale) const;
    const std::shared_ptr<const GraphData> m_data;
    const Look& m_look;
    std::shared_ptr<std::vector<DrawnEdge>> m_edges;
    std::vector<Tone> m_tones; // of the edges
    QRectF m_bounds;
};

} // namespace planlens::graph
