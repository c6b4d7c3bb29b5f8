// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/reveal_popup.h"

#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>

namespace planlens::widgets {

RevealPopup::RevealPopup(const QString& name, const QString& before, const QString& after, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("reveal"));
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Sensitive value of %1").arg(name));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(theme::grid * 2, theme::grid * 2, theme::grid * 2, theme::grid * 2);
    grid->setHorizontalSpacing(theme::grid * 2);
    auto* title = new QLabel(name, this);
    title->setTextFormat(Qt::PlainText);
    title->setFont(theme::monospaceFont());
    grid->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    const auto add = [&](const QString& heading, const QString& value) {
        if (value.isNull())
            return;
        auto* label = new QLabel(heading, this);
        label->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(label, row, 0, Qt::AlignTop);
        auto* text = new QLabel(value, this);
        text->setObjectName(QStringLiteral("revealed"));
        text->setTextFormat(Qt::PlainText);
        text->setTextInteractionFlags(Qt::NoTextInteraction);
        text->setWordWrap(true);
        text->setFont(theme::monospaceFont());
        text->setMinimumWidth(320);
        grid->addWidget(text, row++, 1);
    };
    add(tr("Before"), before);
    add(tr("After"), after);
    m_countdown = new QLabel(this);
    m_countdown->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(m_countdown, row, 0, 1, 2);
    setMaximumWidth(640);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &RevealPopup::tick);
    m_clock.start();
    ++m_left;
    tick();
}

void RevealPopup::tick() {
    if (--m_left <= 0) {
        close();
        return;
    }
    m_countdown->setText(tr("Hidden again in %n second(s). Escape hides it now.", nullptr, m_left));
}

void RevealPopup::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        close();
    else
        event->accept(); // blocks shortcuts of the window such as copy
}

} // namespace planlens::widgets
