// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace planlens::graph {

class GraphView;

/// What stands beside the title of a graph: how much the selection reaches, what is left out, and how it is drawn.
/// Which way edges lead is remembered over sessions.
class GraphHeader final : public QWidget {
    Q_OBJECT
public:
    explicit GraphHeader(GraphView& view, QWidget* parent = nullptr);

private:
    void showCone(int upstream, int downstream);
    void showDirection();

    GraphView& m_view;
    QLabel* m_cone;
    QLabel* m_findings;
    QToolButton* m_direction;
};

} // namespace planlens::graph
