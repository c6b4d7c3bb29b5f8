// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

namespace planlens::graph {

class GraphHeader;
class GraphView;
class Legend;

/// A graph with the path to its center above it. Legend and zoom are in its header, or below it if it is too narrow.
class GraphFrame final : public QWidget {
    Q_OBJECT
public:
    /// Becomes the parent of the view.
    GraphFrame(GraphView& view, GraphHeader& header, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTools();
    void showTools();

    GraphView* m_view;
    GraphHeader* m_header;
    Legend* m_legend = nullptr;
    QWidget* m_tools;
};

} // namespace planlens::graph
