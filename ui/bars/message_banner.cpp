// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/message_banner.h"

#include "ui/controls/elided_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace planlens::widgets {

MessageBanner::MessageBanner(QWidget* parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(this))
    , m_show(new QPushButton(tr("Show"), this))
    , m_offer(new QPushButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::grid * 2, theme::grid / 2, theme::grid, theme::grid / 2);
    m_text->setObjectName(QStringLiteral("banner-text"));
    m_show->setObjectName(QStringLiteral("banner-show"));
    m_offer->setObjectName(QStringLiteral("banner-offer"));
    row->addWidget(m_text, 1);
    row->addWidget(m_offer);
    row->addWidget(m_show);
    connect(m_show, &QPushButton::clicked, this, [this] { Q_EMIT pageRequested(m_page); });
    connect(m_offer, &QPushButton::clicked, this, [this] { m_action(); });
    hide();
}

void MessageBanner::setMessage(const QString& text, Kind kind, const QString& page) {
    theme::setTint(*this, kind == Kind::Warning ? theme::Tint::WarningGround : theme::Tint::NoticeGround);
    m_text->setText(text);
    m_page = page;
    m_topic = Topic::Other;
    m_show->setVisible(!page.isEmpty());
    m_offer->hide();
}

void MessageBanner::addSentence(const QString& text) {
    if (!m_text->text().contains(text))
        m_text->setText(QString(m_text->text() + u' ' + text).trimmed());
}

void MessageBanner::offer(const QString& label, std::function<void()> action) {
    m_action = std::move(action);
    m_offer->setText(label);
    m_offer->show();
}

bool MessageBanner::hasMessage() const {
    return !m_text->text().isEmpty();
}

} // namespace planlens::widgets
