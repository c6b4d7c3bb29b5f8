// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/bars/legend.h"

#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace planlens::graph {

using theme::ActionKind;

Legend::Legend(GraphView& view, QWidget* parent)
    : QWidget(parent)
    , m_view(view) {
    setObjectName(QStringLiteral("legend"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    for (const ActionKind kind : theme::allActionKinds) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("legend-%1").arg(int(kind)));
        button->setProperty("flat", QStringLiteral("menu"));
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->hide();
        row->addWidget(button);
        m_buttons[std::size_t(kind)] = button;
        connect(button, &QToolButton::clicked, this, [this, kind](bool isShown) { m_view.setHidden(kind, !isShown); });
    }
    row->addStretch(1);
    connect(&view, &GraphView::drawn, this, &Legend::refresh);
    connect(&view, &GraphView::optionsChanged, this, &Legend::refresh);
}

void Legend::setWords(bool hasWords) {
    for (const ActionKind kind : theme::allActionKinds)
        m_buttons[std::size_t(kind)]->setText(hasWords ? wordOf(kind) : QString());
}

void Legend::measure() {
    for (const bool hasWords : {true, false}) {
        setWords(hasWords);
        int& width = hasWords ? m_withWords : m_withoutWords;
        width = 0;
        for (const QToolButton* button : m_buttons)
            if (!button->isHidden())
                width += button->sizeHint().width() + theme::grid / 2;
    }
    updateGeometry();
}

void Legend::limitTo(int width) {
    m_limit = width;
    updateGeometry();
    showWords();
}

QSize Legend::sizeHint() const {
    return {m_withWords <= m_limit ? m_withWords : m_withoutWords, QWidget::sizeHint().height()};
}

QSize Legend::minimumSizeHint() const {
    return {0, QWidget::minimumSizeHint().height()};
}

QString Legend::wordOf(ActionKind kind) const {
    if (const std::shared_ptr<const GraphData>& drawn = m_view.data(); !drawn || !drawn->contents->isDrift)
        return theme::word(kind);
    return kind == ActionKind::Delete ? tr("no longer exists")
           : kind == ActionKind::NoOp ? theme::word(kind)
                                      : tr("changed outside");
}

void Legend::refresh() {
    const std::shared_ptr<const GraphData>& drawn = m_view.data();
    for (const ActionKind kind : theme::allActionKinds) {
        QToolButton& button = *m_buttons[std::size_t(kind)];
        const bool isShown = !m_view.isHidden(kind);
        button.setVisible(drawn && drawn->contents->resources[std::size_t(kind)] > 0);
        button.setChecked(isShown);
        button.setIcon(theme::glyphIcon(kind, theme::currentScheme()));
        QFont font = this->font();
        font.setStrikeOut(!isShown);
        button.setFont(font);
        button.setToolTip(isShown ? tr("Hide these in the graph") : tr("Show these in the graph"));
        button.setAccessibleName(isShown ? wordOf(kind) : tr("%1, hidden").arg(wordOf(kind)));
    }
    measure();
    showWords();
}

void Legend::showWords() {
    setWords(m_withWords <= std::min(width(), m_limit));
}

void Legend::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showWords();
}

void Legend::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace planlens::graph
