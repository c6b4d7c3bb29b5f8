// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace planlens::graph {

class GraphView;

/// The header of a graph: reach of the selection, scope, grouping, direction and number of omitted resources. Grouping
/// and direction are saved in the settings.
class GraphHeader final : public QWidget {
    Q_OBJECT
public:
    explicit GraphHeader(GraphView& view, QWidget* parent = nullptr);
    /// Adds legend and zoom at the end. They get the space that the other parts do not need.
    void addTools(QWidget& tools);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showCone(int upstream, int downstream);
    void fitCone();
    void showDirection();
    QMenu* scopeMenu();
    QMenu* depthMenu();
    QMenu* groupingMenu();
    void showOptions();

    GraphView& m_view;
    QLabel* m_cone;
    QString m_longCone, m_shortCone;
    QLabel* m_findings;
    QWidget* m_tools = nullptr; // may move to another parent
    QToolButton *m_scope, *m_depth, *m_grouping, *m_direction;
};

} // namespace planlens::graph
