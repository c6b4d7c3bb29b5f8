// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QWidget>

#include <array>

class QToolButton;

namespace planlens::graph {

class GraphView;

/// The actions of a graph with their glyphs. A click hides the resources of an action.
class Legend final : public QWidget {
    Q_OBJECT
public:
    explicit Legend(GraphView& view, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showWords();
    QString wordOf(theme::ActionKind kind) const;

    GraphView& m_view;
    std::array<QToolButton*, theme::allActionKinds.size()> m_buttons{};
};

} // namespace planlens::graph
