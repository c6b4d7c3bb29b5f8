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
    /// Sets the width that is available. Without space for all words there are only glyphs.
    void limitTo(int width);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Returns the width of the glyphs.
    int leastWidth() const { return m_withoutWords; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void measure();
    void setWords(bool hasWords);
    void showWords();
    QString wordOf(theme::ActionKind kind) const;

    GraphView& m_view;
    std::array<QToolButton*, theme::allActionKinds.size()> m_buttons{};
    int m_withWords = 0, m_withoutWords = 0; // widths
    int m_limit = QWIDGETSIZE_MAX;
};

} // namespace planlens::graph
