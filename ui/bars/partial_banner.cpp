// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/partial_banner.h"

#include "ui/controls/elided_label.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int mostRows = 6; // visible without scrolling

} // namespace

PartialBanner::PartialBanner(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("partial"));
    theme::setTint(*this, theme::Tint::WarningGround);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid * 2, theme::grid / 2, theme::grid, theme::grid / 2);
    column->setSpacing(theme::grid / 2);
    auto* row = new QHBoxLayout;
    m_text = new ElidedLabel(this);
    m_text->setObjectName(QStringLiteral("partial-text"));
    row->addWidget(m_text, 1);
    m_showList = new QPushButton(tr("List"), this);
    m_showList->setObjectName(QStringLiteral("partial-list-button"));
    m_showList->setAccessibleName(tr("List changes that are not applied"));
    m_showList->setCheckable(true);
    row->addWidget(m_showList);
    auto* everything = new QPushButton(tr("Plan everything"), this);
    everything->setObjectName(QStringLiteral("partial-undo"));
    everything->setToolTip(tr("Remove all targets and exclusions (Ctrl+Z restores them)"));
    connect(everything, &QPushButton::clicked, this, &PartialBanner::everythingRequested);
    row->addWidget(everything);
    column->addLayout(row);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("partial-list"));
    m_list->setAccessibleName(tr("Changes that are not applied"));
    m_list->setFont(theme::monospaceFont());
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->hide();
    column->addWidget(m_list);
    connect(m_showList, &QPushButton::toggled, m_list, &QWidget::setVisible);
    hide();
}

void PartialBanner::setLeftOut(const QString& text, const QStringList& lines) {
    m_text->setText(text);
    m_text->setToolTip(text);
    m_list->clear();
    m_list->addItems(lines);
    m_list->setFixedHeight(std::min(mostRows, int(lines.size())) * std::max(m_list->sizeHintForRow(0), 16) + 4);
    m_showList->setVisible(!lines.isEmpty());
    if (lines.isEmpty())
        m_showList->setChecked(false);
}

} // namespace planlens::widgets
