// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/pane.h"

#include "ui/controls/elided_label.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace planlens::widgets {

QWidget* focusOf(QWidget& region) {
    if (region.focusPolicy() & Qt::TabFocus)
        return &region;
    for (QWidget* next = region.nextInFocusChain(); next && next != &region; next = next->nextInFocusChain())
        if (region.isAncestorOf(next) && next->isVisible() && next->isEnabled() && (next->focusPolicy() & Qt::TabFocus))
            return next;
    return nullptr;
}

QString paneTitleName() {
    return QStringLiteral("pane-title");
}

void fillPane(QWidget& region, const QString& title, QWidget* content, QWidget* beside) {
    auto* column = new QVBoxLayout(&region);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    auto* label = new ElidedLabel(&region); // gives its space to the commands beside it in a narrow window
    label->setText(title);
    label->setWholeOnly();
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    label->setFixedHeight(theme::rowHeight);
    label->setObjectName(paneTitleName());
    label->lower(); // before the other children for assistive technology
    head->addWidget(label);
    head->addSpacing(2 * theme::grid);
    head->addStretch(1);
    if (beside)
        head->addWidget(beside);
    column->addLayout(head);
    column->addWidget(content, 1);
}

QWidget* pane(const QString& title, QWidget* content, QWidget* beside, QWidget* parent) {
    auto* widget = new QWidget(parent);
    fillPane(*widget, title, content, beside);
    return widget;
}

void foldPane(QWidget& region, bool isFolded) {
    QLayoutItem* head = region.layout()->itemAt(0);
    const QLayout& row = *head->layout();
    QWidget* content = region.layout()->itemAt(1)->widget();
    for (QWidget* part : {content, row.itemAt(row.count() - 1)->widget()})
        if (part)
            part->setVisible(!isFolded);
    region.setMaximumHeight(isFolded ? head->sizeHint().height() : QWIDGETSIZE_MAX);
}

namespace {

class ShrinkingButton final : public QToolButton {
public:
    using QToolButton::QToolButton;
    QSize minimumSizeHint() const override { return {theme::rowHeight, QToolButton::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        if (width() < sizeHint().width())
            option.toolButtonStyle = Qt::ToolButtonIconOnly;
        QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
    }
};

QToolButton* prepared(QToolButton* button, QAction& action) {
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly); // the header of a pane has no room for icons
    button->setProperty("flat", QStringLiteral("segment"));
    return button;
}

} // namespace

QToolButton* paneButton(QAction& action, QWidget* parent) {
    return prepared(new QToolButton(parent), action);
}

QToolButton* shrinkingPaneButton(QAction& action, QWidget* parent) {
    auto* button = new ShrinkingButton(parent);
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return prepared(button, action);
}

} // namespace planlens::widgets
