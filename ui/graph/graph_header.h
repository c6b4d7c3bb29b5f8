// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace planlens::graph {

class GraphView;

/// The header of a graph: reach of the selection, number of omitted resources, and display options. The direction is
/// saved in the settings.
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
