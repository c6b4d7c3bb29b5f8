// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/node_item.h"

#include <QGraphicsScene>
#include <QHash>

#include <cstddef>
#include <memory>
#include <vector>

namespace planlens::graph {

/// Data computed off the GUI thread before items are created.
struct Drawing {
    std::shared_ptr<const GraphData> data;
    std::vector<double> cardScales; // by box
    std::shared_ptr<std::vector<DrawnEdge>> edges;
};

/// The items of a drawing in their own scene.
struct Picture {
    std::shared_ptr<const GraphData> data;
    std::unique_ptr<QGraphicsScene> scene; // owns the items
    std::vector<NodeItem*> nodes;          // by node; null in a folded module
    QHash<QString, BoxItem*> byModule;
    std::vector<BoxItem*> boxes;        // by box; null in a folded one
    std::vector<BoxItem*> furtherBoxes; // additional frames of boxes
    std::vector<BoxTitleItem*> titles;  // of unfolded boxes
    std::vector<double> cardScales;     // by box
    EdgeLayer* edges = nullptr;
};

/// Creates the items of a drawing in small steps, so that the window stays responsive.
class PictureMaker {
public:
    /// `look` must outlive the items.
    PictureMaker(Drawing drawing, const Look& look);
    /// Works for this time at most. Returns whether all items are created.
    bool work(double milliseconds);
    void workToTheEnd() {
        while (!work(1000)) {
        }
    }
    Picture take() { return std::move(m_picture); }
    /// Whether creation should be divided into several steps.
    bool isLargePlan() const;

private:
    void add(QGraphicsItem* item) { m_picture.scene->addItem(item); }

    const Look& m_look;
    Drawing m_drawing;
    Picture m_picture;
    std::size_t m_next = 0; // counts boxes, then the edge layer, then nodes
    bool m_isIndexed = false;
};

/// Deletes the items of a picture in small steps. It must no longer be shown.
void destroyGradually(Picture picture);

} // namespace planlens::graph
