// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/node_item.h"

#include <QGraphicsScene>
#include <QHash>

#include <cstddef>
#include <memory>
#include <vector>

namespace planlens::graph {

/// What is worked out of a plan before items are made of it, off the GUI thread.
struct Drawing {
    std::shared_ptr<const GraphData> data;
    std::vector<double> cardScales; // by box
    std::shared_ptr<std::vector<DrawnEdge>> edges;
};

/// The items of a drawing, in a scene of their own.
struct Picture {
    std::shared_ptr<const GraphData> data;
    std::unique_ptr<QGraphicsScene> scene; // owns the items
    std::vector<NodeItem*> nodes;          // by node, null where it is in a folded module
    QHash<QString, BoxItem*> byModule;
    std::vector<BoxItem*> boxes;        // by box, null where it is in a folded one
    std::vector<BoxItem*> furtherBoxes; // further frames of boxes
    std::vector<BoxTitleItem*> titles;  // of the unfolded ones
    std::vector<double> cardScales;     // by box
    EdgeLayer* edges = nullptr;
};

/// Makes the items of a drawing a few at a time, so that the window goes on answering however many there are.
class PictureMaker {
public:
    /// The look has to live as long as the items.
    PictureMaker(Drawing drawing, const Look& look);
    /// Works for so long, or to the end; whether that is reached.
    bool work(double milliseconds);
    void workToTheEnd() {
        while (!work(1000)) {
        }
    }
    Picture take() { return std::move(m_picture); }
    /// Whether it takes so long that it is better done in several turns.
    bool isLargePlan() const;

private:
    void add(QGraphicsItem* item) { m_picture.scene->addItem(item); }

    const Look& m_look;
    Drawing m_drawing;
    Picture m_picture;
    std::size_t m_next = 0; // boxes, then the edges, then nodes
    bool m_isIndexed = false;
};

/// Deletes the items of a picture a few at a time. They are not to be seen any more.
void takeDown(Picture picture);

} // namespace planlens::graph
