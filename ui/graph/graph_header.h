// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

class QLabel;
class QMenu;
class QToolButton;

namespace planlens::graph {

class GraphView;
class Legend;

/// The header of a graph: reach of the selection, scope, grouping, direction and number of omitted resources. Grouping
/// and direction are saved in the settings.
class GraphHeader final : public QWidget {
    Q_OBJECT
public:
    explicit GraphHeader(GraphView& view, QWidget* parent = nullptr);
    /// Adds the tools of a graph, which include the legend, at the end. They may move to another parent later.
    void addTools(QWidget& tools, Legend& legend);
    /// Whether the header of a graph of this width has space for the tools.
    bool hasRoomForTools(int width) const;
    /// Shortens the numbers and the legend if there is no space for their words.
    void fit();
    /// Without the tools, which leave a narrow header.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showCone(int upstream, int downstream);
    void showDirection();
    QMenu* scopeMenu();
    QMenu* depthMenu();
    QMenu* groupingMenu();
    void showOptions();

    GraphView& m_view;
    QLabel* m_cone;
    QString m_longCone, m_shortCone;
    QLabel* m_findings;
    Legend* m_legend = nullptr;
    QWidget* m_tools = nullptr;
    QToolButton *m_scope, *m_depth, *m_grouping, *m_direction;
};

} // namespace planlens::graph
