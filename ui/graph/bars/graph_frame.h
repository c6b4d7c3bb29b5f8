// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

namespace planlens::graph {

class GraphView;

/// A graph with the path to its center above it, and legend and zoom below it.
class GraphFrame final : public QWidget {
    Q_OBJECT
public:
    /// Becomes the parent of the view.
    explicit GraphFrame(GraphView& view, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFoot();

    GraphView* m_view;
    QWidget* m_foot;
};

} // namespace planlens::graph
