// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/picture.h"

#include "ui/basics/background_delete.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <utility>

namespace planlens::graph {

namespace {

constexpr std::size_t few = 600; // created or deleted in one step without noticeable delay

bool isOver(const QElapsedTimer& clock, double milliseconds) {
    return double(clock.nsecsElapsed()) > milliseconds * 1e6;
}

/// Independent of the view, which may be destroyed first.
class PictureDestroyer final : public QObject {
public:
    PictureDestroyer(Picture picture, QObject* parent)
        : QObject(parent)
        , m_picture(std::move(picture)) {
        m_items.assign(m_picture.nodes.begin(), m_picture.nodes.end());
        m_items.insert(m_items.end(), m_picture.boxes.begin(), m_picture.boxes.end());
        m_items.insert(m_items.end(), m_picture.furtherBoxes.begin(), m_picture.furtherBoxes.end());
        m_items.insert(m_items.end(), m_picture.titles.begin(), m_picture.titles.end());
        connect(&m_timer, &QTimer::timeout, this, &PictureDestroyer::work);
        m_timer.start(0);
    }
    ~PictureDestroyer() override { session::deleteInBackground(std::move(m_picture.data)); }

private:
    void work() {
        constexpr double slice = 5;
        QElapsedTimer clock;
        clock.start();
        while (!m_items.empty() && !isOver(clock, slice)) {
            delete m_items.back();
            m_items.pop_back();
        }
        if (m_items.empty()) {
            m_timer.stop();
            deleteLater();
        }
    }

    Picture m_picture;
    std::vector<QGraphicsItem*> m_items;
    QTimer m_timer;
};

} // namespace

PictureMaker::PictureMaker(Drawing drawing, const Look& look)
    : m_look(look)
    , m_drawing(std::move(drawing)) {
    m_picture.data = m_drawing.data;
    m_picture.cardScales = std::move(m_drawing.cardScales);
    m_picture.scene = std::make_unique<QGraphicsScene>();
    m_picture.scene->setItemIndexMethod(QGraphicsScene::BspTreeIndex);
    const layout::Rect& bounds = m_picture.data->scene.bounds;
    m_picture.scene->setSceneRect(
        QRectF(bounds.x, bounds.y, bounds.width, bounds.height).adjusted(-200, -200, 200, 200));
    m_picture.boxes.resize(m_picture.data->boxes.size());
    m_picture.nodes.resize(m_picture.data->nodes.size());
}

bool PictureMaker::isLargePlan() const {
    return m_picture.nodes.size() + m_picture.boxes.size() > few;
}

bool PictureMaker::work(double milliseconds) {
    QElapsedTimer clock;
    clock.start();
    const std::shared_ptr<const GraphData>& data = m_picture.data;
    const std::size_t boxes = m_picture.boxes.size();
    const std::size_t end = boxes + 1 + m_picture.nodes.size();
    for (; m_next < end; ++m_next) {
        if (isOver(clock, milliseconds))
            return false;
        if (m_next < boxes) {
            const std::size_t i = m_next;
            if (!data->scene.boxes[i].visible)
                continue;
            const std::size_t frames = 1 + data->scene.boxes[i].more.size();
            for (std::size_t frame = 0; frame < frames; ++frame) {
                auto* box = new BoxItem(data, i, frame, m_look);
                add(box);
                if (frame == 0)
                    m_picture.boxes[i] = box;
                else
                    m_picture.furtherBoxes.push_back(box);
                if (!data->boxes[i].isFolded) {
                    m_picture.titles.push_back(new BoxTitleItem(data, i, frame, m_look));
                    add(m_picture.titles.back());
                }
            }
            m_picture.byModule.insert(data->boxes[i].id, m_picture.boxes[i]);
        } else if (m_next == boxes) {
            m_picture.edges = new EdgeLayer(data, std::move(m_drawing.edges), m_look);
            add(m_picture.edges);
        } else if (const std::size_t i = m_next - boxes - 1; data->scene.nodes[i].visible) {
            m_picture.nodes[i] = new NodeItem(data, i, m_look);
            add(m_picture.nodes[i]);
        }
    }
    if (m_isIndexed)
        return true;
    if (isLargePlan() && isOver(clock, milliseconds / 2))
        return false; // building the index is a step of its own; otherwise the first painting would build it
    m_isIndexed = true;
    m_picture.scene->items(QPointF());
    return !isLargePlan() || !isOver(clock, milliseconds);
}

void destroyGradually(Picture picture) {
    if (picture.scene && picture.nodes.size() + picture.boxes.size() > few && QCoreApplication::instance())
        new PictureDestroyer(std::move(picture), QCoreApplication::instance());
}

} // namespace planlens::graph
