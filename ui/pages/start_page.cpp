// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/start_page.h"

#include "ui/theme/theme.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_recent(new QWidget(this))
    , m_folders(new QListWidget(m_recent)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid * 3);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme::grid);
    buttons->addStretch(1);
    auto* plan = new QPushButton(tr("Open plan…"), this);
    plan->setObjectName(QStringLiteral("start-plan"));
    plan->setToolTip(tr("Open a saved plan or plan JSON (Ctrl+Shift+O)"));
    connect(plan, &QPushButton::clicked, this, &StartPage::planRequested);
    buttons->addWidget(plan);
    auto* example = new QPushButton(tr("Try the example"), this);
    example->setObjectName(QStringLiteral("start-example"));
    example->setToolTip(tr("Plans a copy of a small configuration that needs no providers"));
    connect(example, &QPushButton::clicked, this, &StartPage::exampleRequested);
    buttons->addWidget(example);
    buttons->addStretch(1);
    column->addLayout(buttons);
    auto* recent = new QVBoxLayout(m_recent);
    recent->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(tr("Recent folders"), m_recent);
    title->setForegroundRole(QPalette::PlaceholderText);
    recent->addWidget(title);
    m_folders->setObjectName(QStringLiteral("start-folders"));
    m_folders->setAccessibleName(title->text());
    m_folders->setFrameShape(QFrame::NoFrame);
    m_folders->setTextElideMode(Qt::ElideMiddle);
    m_folders->setUniformItemSizes(true);
    m_folders->setFixedWidth(560);
    title->setBuddy(m_folders);
    const auto choose = [this](const QListWidgetItem* item) {
        Q_EMIT folderChosen(item->data(Qt::UserRole).toString());
    };
    connect(m_folders, &QListWidget::itemClicked, this, choose);
    connect(m_folders, &QListWidget::itemActivated, this, choose);
    recent->addWidget(m_folders);
    column->addWidget(m_recent, 0, Qt::AlignHCenter);
    setFolders({});
}

void StartPage::setFolders(const QStringList& folders) {
    m_folders->clear();
    for (const QString& folder : folders) {
        auto* item = new QListWidgetItem(QDir::toNativeSeparators(folder), m_folders);
        item->setData(Qt::UserRole, folder);
        item->setSizeHint(QSize(0, theme::rowHeight));
    }
    constexpr qsizetype mostRows = 8;
    m_folders->setFixedHeight(int(std::min(mostRows, folders.size())) * theme::rowHeight + 2);
    m_recent->setVisible(!folders.isEmpty());
}

} // namespace planlens::widgets
