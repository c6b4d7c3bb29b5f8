// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/message_page.h"

#include "ui/pages/program_table.h"
#include "ui/pages/start_page.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace planlens::widgets {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_button(new QPushButton(this)) {
    auto* column = new QVBoxLayout(this);
    column->setSpacing(theme::grid * 2);
    column->addStretch(2);
    m_title->setObjectName(QStringLiteral("message-title"));
    m_title->setFont(theme::titleFont());
    m_title->setAlignment(Qt::AlignCenter);
    m_text->setObjectName(QStringLiteral("message-text"));
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_button->setObjectName(QStringLiteral("message-action"));
    m_button->setDefault(true);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (const auto action = m_action) // a copy, because it may show another message
            action();
    });
    column->addWidget(m_title);
    column->addWidget(m_text);
    m_programs = new ProgramTable(this);
    auto* centered = new QHBoxLayout;
    centered->addStretch(1);
    centered->addWidget(m_programs, 20);
    centered->addStretch(1);
    column->addLayout(centered);
    m_state = new QPushButton(tr("Show the state"), this);
    m_state->setObjectName(QStringLiteral("message-state"));
    m_state->setToolTip(tr("Shows the state without planning or starting anything"));
    connect(m_state, &QPushButton::clicked, this, &MessagePage::stateRequested);
    m_start = new StartPage(this);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme::grid);
    buttons->addStretch(1);
    buttons->addWidget(m_button);
    buttons->addWidget(m_state);
    buttons->addWidget(m_start->buttons());
    buttons->addStretch(1);
    column->addLayout(buttons);
    column->addWidget(m_start);
    column->addStretch(3);
    setTabOrder(m_programs, m_button);
}

void MessagePage::setMessage(Message message) {
    m_title->setText(message.title);
    m_programs->setPrograms(message.programs);
    m_text->setText(message.text);
    m_action = std::move(message.action);
    m_button->setText(message.label);
    m_button->setVisible(bool(m_action));
}

void MessagePage::setOffer(Offer offer) {
    m_state->setVisible(offer == Offer::State);
    for (QWidget* part : {static_cast<QWidget*>(m_start), m_start->buttons()})
        part->setVisible(offer == Offer::Start);
}

void MessagePage::focusAction() {
    if (m_action)
        m_button->setFocus(Qt::OtherFocusReason);
}

void MessagePage::keyPressEvent(QKeyEvent* event) {
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isReturn || event->isAutoRepeat() || !button || !isAncestorOf(button)) // it may be held since another window
        return QWidget::keyPressEvent(event);
    button->click();
}

} // namespace planlens::widgets
