// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace planlens::graph {

class GraphView;

/// The path to the resource in the center of a graph: the map, then the resources that were in the center before.
/// Hidden if the graph shows everything.
class PathBar final : public QWidget {
    Q_OBJECT
public:
    explicit PathBar(GraphView& view, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void addStep(const QString& text, const QString& tip, const QString& address, bool isLast, int widest);

    GraphView& m_view;
    QHBoxLayout* m_steps;
};

} // namespace planlens::graph
