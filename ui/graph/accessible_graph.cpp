// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/accessible_graph.h"

#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/node_item.h"
#include "ui/theme/action_style.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QGraphicsItem>
#include <QPointer>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

namespace planlens::graph {

namespace {

constexpr int mostNamed = 8; // dependencies in an accessible name

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AccessibleGraph)
};

QString countsText(const Counts& counts) {
    QStringList parts;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)])
            parts.append(theme::countedPhrase(kind, count));
    return parts.join(QStringLiteral(", "));
}

/// The accessible items of a picture in reading order: modules and resources by address.
struct Picture {
    std::shared_ptr<const GraphData> data;
    std::vector<std::size_t> elements;
    std::vector<int> positionOf;                    // by element: its index in `elements`; -1 if not drawn
    std::vector<std::vector<std::size_t>> upstream; // by element: the elements that it depends on
    std::vector<QAccessible::Id> interfaces;        // by position; 0 until requested

    explicit Picture(std::shared_ptr<const GraphData> drawn)
        : data(std::move(drawn)) {
        if (!data)
            return;
        const std::size_t nodes = data->nodes.size();
        for (std::size_t i = 0; i < nodes + data->boxes.size(); ++i)
            if (i < nodes ? data->scene.nodes[i].visible : data->scene.boxes[i - nodes].visible)
                elements.push_back(i);
        std::sort(elements.begin(), elements.end(),
                  [this](std::size_t a, std::size_t b) { return address(a) < address(b); });
        positionOf.assign(nodes + data->boxes.size(), -1);
        for (std::size_t i = 0; i < elements.size(); ++i)
            positionOf[elements[i]] = int(i);
        interfaces.assign(elements.size(), 0);
        upstream.resize(positionOf.size());
        for (const layout::SceneEdge& edge : data->scene.edges)
            upstream[edge.to].push_back(edge.from);
    }

    const QString& address(std::size_t element) const {
        return element < data->nodes.size() ? data->nodes[element].id : data->boxes[element - data->nodes.size()].id;
    }
};

QString nameOf(const GraphView& view, const Picture& picture, std::size_t element) {
    const GraphData& data = *picture.data;
    QStringList parts{picture.address(element)};
    if (element < data.nodes.size()) {
        const GraphNode& node = data.nodes[element];
        parts.append(
            node.instances.size() > 1
                ? Words::tr("%n instances: %1", nullptr, int(node.instances.size())).arg(countsText(node.counts))
                : theme::phrase(node.kind));
        if (node.drifted > 0)
            parts.append(Words::tr("changed since the last apply"));
        if (node.deposed > 0)
            parts.append(Words::tr("%n deposed object(s)", nullptr, node.deposed));
        if (const auto* item = qgraphicsitem_cast<const NodeItem*>(view.elementItem(element));
            item && item->status() != NodeStatus::None)
            parts.append(statusWord(item->status()));
    } else {
        const GraphBox& box = data.boxes[element - data.nodes.size()];
        parts.append(
            (box.isFolded ? Words::tr("folded module: %1") : Words::tr("module: %1")).arg(countsText(box.counts)));
        if (const auto* item = qgraphicsitem_cast<const BoxItem*>(view.elementItem(element));
            item && box.isFolded && item->status() != NodeStatus::None)
            parts.append(statusWord(item->status()));
    }
    if (const models::FoundAt found = view.findingsOf(element); found.count > 0)
        parts.append(Words::tr("%n finding(s)", nullptr, found.count));
    QStringList names;
    for (const std::size_t other : picture.upstream[element])
        names.append(picture.address(other));
    names.sort();
    const int left = int(names.size()) - mostNamed;
    if (left > 0)
        names = names.mid(0, mostNamed) << Words::tr("%n more", nullptr, left);
    if (!names.isEmpty())
        parts.append(Words::tr("depends on %1").arg(names.join(QStringLiteral(", "))));
    if (element < data.nodes.size() && data.nodes[element].hasMore())
        parts.append(Words::tr("%1 more dependencies and %2 more dependents outside the scope")
                         .arg(data.nodes[element].moreUpstream)
                         .arg(data.nodes[element].moreDownstream));
    return parts.join(QStringLiteral(", "));
}

class AccessibleGraph;

class AccessibleElement final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleElement(GraphView& view, std::shared_ptr<const Picture> picture, std::size_t element)
        : m_view(&view)
        , m_picture(std::move(picture))
        , m_element(element) {}

    bool isValid() const override { return m_view && m_view->data() == m_picture->data; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override {}
    QString text(QAccessible::Text text) const override {
        if (!isValid())
            return {};
        if (text == QAccessible::Name)
            return nameOf(*m_view, *m_picture, m_element);
        if (text == QAccessible::Description && m_element < m_picture->data->nodes.size())
            return m_picture->data->nodes[m_element].instances.mid(0, mostNamed).join(QStringLiteral(", "));
        return {};
    }
    QRect rect() const override {
        const QGraphicsItem* item = isValid() ? m_view->elementItem(m_element) : nullptr;
        if (!item)
            return {};
        const QRect inView = m_view->mapFromScene(item->sceneBoundingRect()).boundingRect();
        return QRect(m_view->viewport()->mapToGlobal(inView.topLeft()), inView.size());
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.selectable = state.focusable = true;
        state.selected = m_view->selectedElement() == m_element;
        state.focused = state.selected && m_view->hasFocus();
        const QRect shown(m_view->viewport()->mapToGlobal(QPoint()), m_view->viewport()->size());
        state.offscreen = !shown.intersects(rect());
        if (const GraphBox* module = box()) {
            state.expandable = true;
            state.collapsed = module->isFolded;
            state.expanded = !module->isFolded;
        }
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override {
        return box() ? QStringList{pressAction(), toggleAction()} : QStringList{pressAction()};
    }
    void doAction(const QString& name) override {
        if (!isValid())
            return;
        if (name == pressAction())
            m_view->choose(m_element);
        else if (const GraphBox* module = box(); module && name == toggleAction())
            m_view->toggleFolding(module->id);
    }
    QStringList keyBindingsForAction(const QString& name) const override {
        return name == toggleAction() ? QStringList{QStringLiteral("Space")} : QStringList();
    }

private:
    const GraphBox* box() const {
        const std::size_t nodes = m_picture->data->nodes.size();
        return m_element < nodes ? nullptr : &m_picture->data->boxes[m_element - nodes];
    }

    QPointer<GraphView> m_view;
    std::shared_ptr<const Picture> m_picture;
    std::size_t m_element;
};

class AccessibleGraph final : public QAccessibleWidget {
public:
    explicit AccessibleGraph(GraphView& view)
        : QAccessibleWidget(&view, QAccessible::List)
        , m_view(view) {}
    ~AccessibleGraph() override { forget(); }

    QString text(QAccessible::Text text) const override {
        if (text == QAccessible::Description && m_view.data())
            return Words::tr("%n item(s). The arrow keys select neighbors, with Control along edges. Space folds and "
                             "unfolds modules.",
                             nullptr, childCount());
        return QAccessibleWidget::text(text);
    }
    int childCount() const override { return int(picture().elements.size()); }
    QAccessibleInterface* child(int index) const override {
        Picture& shown = picture();
        if (index < 0 || std::size_t(index) >= shown.elements.size())
            return nullptr;
        QAccessible::Id& id = shown.interfaces[std::size_t(index)];
        if (!id)
            id = QAccessible::registerAccessibleInterface(
                new AccessibleElement(m_view, m_picture, shown.elements[std::size_t(index)]));
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto& all = picture().interfaces;
        const auto found =
            std::find(all.begin(), all.end(), QAccessible::uniqueId(const_cast<QAccessibleInterface*>(child)));
        return found == all.end() ? -1 : int(found - all.begin());
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QGraphicsItem* item = m_view.itemAt(m_view.viewport()->mapFromGlobal(QPoint(x, y)));
        for (std::size_t i = 0; item && i < picture().elements.size(); ++i)
            if (m_view.elementItem(picture().elements[i]) == item)
                return child(int(i));
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override { return child(selectedPosition()); }
    int selectedPosition() const {
        const std::optional<std::size_t> element = m_view.selectedElement();
        return element ? picture().positionOf[*element] : -1;
    }

private:
    Picture& picture() const {
        if (!m_picture || m_picture->data != m_view.data()) {
            forget();
            m_picture = std::make_shared<Picture>(m_view.data());
        }
        return *m_picture;
    }
    void forget() const {
        if (m_picture)
            for (const QAccessible::Id id : m_picture->interfaces)
                if (id)
                    QAccessible::deleteAccessibleInterface(id);
        m_picture.reset();
    }

    GraphView& m_view;
    mutable std::shared_ptr<Picture> m_picture;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* view = qobject_cast<GraphView*>(object);
    return view ? new AccessibleGraph(*view) : nullptr;
}

} // namespace

void installGraphAccessibility() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

void notifyFocus(GraphView& view) {
    if (!QAccessible::isActive() || !view.hasFocus())
        return;
    const auto* graph = static_cast<AccessibleGraph*>(QAccessible::queryAccessibleInterface(&view));
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(graph->selectedPosition());
    QAccessible::updateAccessibility(&event);
}

} // namespace planlens::graph
