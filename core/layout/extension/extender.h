// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/adjacency.h"
#include "core/layout/extension/previous_scene.h"
#include "core/layout/scene.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::layout {

/// Adds new elements to a scene. Coordinates run along and across the layers, so that only one direction is handled.
class Extender {
public:
    Extender(const Input& input, const Options& options, const Scene& previous)
        : m_input(input)
        , m_options(options)
        , m_previous(previous)
        , m_nodeCount(count(input.nodes))
        , m_boxCount(count(input.boxes)) {}

    std::optional<Scene> run();

private:
    struct Element {
        std::optional<Rect> lastShown; // on screen
        Rect rect;
        int parent = -1; // frame
        int layer = 0;
        int group = 0;
        bool shown = false; // drawn as a node or a folded box
        bool placed = false;
        double titleHeight = 0; // of frames
    };
    struct Link {
        int from, to;
        std::vector<Index> edges;
    };
    enum class Growing { Tried, Done };

    // Frames are the boxes of the input, followed by additional frames of boxes without space for new elements.
    int frameCount() const { return count(m_boxOf); }
    bool isFrame(int frame) const { return at(m_outermostFolded, at(m_boxOf, frame)) < 0; }
    bool isPlacedFrame(int element) const {
        return element >= m_nodeCount && isFrame(element - m_nodeCount) && at(m_elements, element).placed;
    }
    Element& element(int i) { return at(m_elements, i); }
    const Element& element(int i) const { return at(m_elements, i); }
    Element& frame(int frame) { return at(m_elements, m_nodeCount + frame); }
    const Element& frame(int frame) const { return at(m_elements, m_nodeCount + frame); }
    Rect turn(const Rect& rect) const { return turned(rect, m_options.direction); }
    bool isWithin(int inner, int frame) const;

    // Elements of the previous scene: extend.cpp
    void findShown();
    void recallElements();
    void recallFurtherFrames();
    int holderOf(int box, const Rect& rect) const;
    void makeLinks();

    // Whole modules: extend_modules.cpp
    bool putBack(int box);
    bool putModule(int box);

    // Placement: extend_places.cpp
    void putWhereThereIsRoom(int i);
    void placeOrFurther(int i, double x, double y);
    bool place(int i, double x, double y);
    int addFrame(int box, int parent);
    bool growAround(int i, Rect rect, Growing growing);
    std::vector<Rect> obstaclesFor(int parent) const;
    static bool isFree(const Rect& rect, const std::vector<Rect>& obstacles, double gap);
    Rect allBounds() const;
    double padBefore(bool along) const;
    double snapped(double x) const;

    // Routes and the scene: extend_scene.cpp
    std::vector<Point> route(const Rect& from, const Rect& to) const;
    std::vector<Point> routeAround(const Rect& from, const Rect& to, const std::vector<Rect>& obstacles) const;
    bool isBlocked(const Link& link, const std::vector<Point>& points, const std::vector<int>& unfolded) const;
    Scene makeScene();
    void addEdges(Scene& scene);

    const Input& m_input;
    const Options& m_options;
    const Scene& m_previous;
    const int m_nodeCount, m_boxCount;
    std::vector<Element> m_elements;    // nodes, then frames
    std::vector<int> m_boxOf;           // by frame
    std::vector<int> m_outermostFolded; // by box
    std::vector<int> m_elementOfNode;
    std::vector<int> m_fresh;
    std::vector<Link> m_links;
    std::vector<std::vector<int>> m_before, m_after;
    std::map<int, Point> m_unfoldedAt; // where the now unfolded boxes were drawn
    std::map<std::pair<int, int>, std::pair<std::vector<Point>, bool>>
        m_inner; // routes within boxes that have a layout of their own
    int m_shownCount = 0, m_known = 0, m_gone = 0;
};

} // namespace planlens::layout
