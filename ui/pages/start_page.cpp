// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/start_page.h"

#include "ui/basics/recent_folders.h"
#include "ui/language/words.h"
#include "ui/pages/drawer/history_page.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

namespace {

enum ItemRole { FolderRole = Qt::UserRole, OutcomeRole, TimeRole, FailedRole };

constexpr int itemHeight = 5 * theme::grid;

QString pathText(const QString& folder) {
    const QString home = QDir::homePath();
    return QDir::toNativeSeparators(folder.startsWith(home + u'/') ? QString(u'~' + folder.mid(home.size())) : folder);
}

/// Draws a folder in two lines: its name and the outcome of its newest run, and below them its path and the time.
class FolderDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem empty = option;
        initStyleOption(&empty, index);
        empty.text.clear();
        option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        const bool isSelected = option.state & QStyle::State_Selected;
        const QRect room = option.rect.adjusted(theme::grid, 2, -theme::grid, -2);
        QFont bold = option.font;
        bold.setBold(true);
        const auto line = [&](bool isUpper, const QString& left, const QFont& font, const QString& right,
                              const QColor& rightColor) {
            const QRect rect(room.left(), isUpper ? room.top() : room.center().y(), room.width(), room.height() / 2);
            const QFontMetrics metrics(theme::smallFont());
            const int width = right.isEmpty() ? 0 : std::min(metrics.horizontalAdvance(right) + 1, rect.width() / 2);
            painter->setFont(theme::smallFont());
            painter->setPen(isSelected ? s.accentText : rightColor);
            painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter,
                              metrics.elidedText(right, Qt::ElideRight, width));
            painter->setFont(font);
            painter->setPen(isSelected ? s.accentText : isUpper ? s.text : s.dimText);
            painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                              QFontMetrics(font).elidedText(left, Qt::ElideMiddle, rect.width() - width - theme::grid));
        };
        painter->save();
        const QString folder = index.data(FolderRole).toString();
        line(true, QDir(folder).dirName(), bold, index.data(OutcomeRole).toString(),
             index.data(FailedRole).toBool() ? s.error : s.text);
        line(false, pathText(folder), theme::smallFont(), index.data(TimeRole).toString(), s.dimText);
        painter->restore();
    }
};

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QWidget(this))
    , m_recent(new QWidget(this))
    , m_folders(new QListWidget(m_recent)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, theme::grid, 0, 0);
    auto* buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(theme::grid);
    auto* plan = new QPushButton(tr("Open plan…"), m_buttons);
    plan->setObjectName(QStringLiteral("start-plan"));
    plan->setToolTip(tr("Open a saved plan or plan JSON (Ctrl+Shift+O)"));
    connect(plan, &QPushButton::clicked, this, &StartPage::planRequested);
    buttons->addWidget(plan);
    auto* example = new QPushButton(tr("Try the example"), m_buttons);
    example->setObjectName(QStringLiteral("start-example"));
    example->setToolTip(tr("Plans a copy of a small configuration that needs no providers"));
    connect(example, &QPushButton::clicked, this, &StartPage::exampleRequested);
    buttons->addWidget(example);
    auto* recent = new QVBoxLayout(m_recent);
    recent->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(tr("Recent folders"), m_recent);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setContentsMargins(theme::grid, 0, 0, 0);
    recent->addWidget(title);
    m_folders->setObjectName(QStringLiteral("start-folders"));
    m_folders->setAccessibleName(title->text());
    m_folders->setFrameShape(QFrame::NoFrame);
    m_folders->setUniformItemSizes(true);
    m_folders->setFixedWidth(80 * theme::grid);
    m_folders->setItemDelegate(new FolderDelegate(m_folders));
    title->setBuddy(m_folders);
    const auto choose = [this](const QListWidgetItem* item) { Q_EMIT folderChosen(item->data(FolderRole).toString()); };
    connect(m_folders, &QListWidget::itemClicked, this, choose);
    connect(m_folders, &QListWidget::itemActivated, this, choose);
    recent->addWidget(m_folders);
    column->addWidget(m_recent, 0, Qt::AlignHCenter);
    auto* limit = new QLabel(tr("Tested with plans of up to 100,000 resources."), this);
    limit->setObjectName(QStringLiteral("start-limit"));
    limit->setForegroundRole(QPalette::PlaceholderText);
    limit->setFont(theme::smallFont());
    column->addWidget(limit, 0, Qt::AlignHCenter);
    setFolders({});
}

void StartPage::setFolders(const QStringList& folders) {
    m_folders->clear();
    for (const QString& folder : folders) {
        auto* item = new QListWidgetItem(QDir::toNativeSeparators(folder), m_folders);
        item->setData(FolderRole, folder);
        item->setToolTip(item->text());
        item->setSizeHint(QSize(0, itemHeight));
        if (const QString kind = recentFolderKind(folder); !kind.isEmpty()) {
            item->setData(OutcomeRole, kind);
            item->setData(Qt::AccessibleTextRole, QStringLiteral("%1, %2").arg(item->text(), kind));
        }
    }
    constexpr qsizetype mostRows = 8;
    m_folders->setFixedHeight(int(std::min(mostRows, folders.size())) * itemHeight + 2);
    m_recent->setVisible(!folders.isEmpty());
}

void StartPage::showRuns(const QString& folder, const QVector<history::Run>& runs) {
    using Outcome = history::Run::Outcome;
    if (runs.isEmpty())
        return;
    const history::Run& newest = runs.front();
    const QString counts = newest.counts.isEmpty() ? tr("no changes") : language::recordedCounts(newest.counts);
    const QString outcome = newest.outcome == Outcome::Planned ? counts : outcomeText(newest.outcome);
    for (int row = 0; row < m_folders->count(); ++row)
        if (QListWidgetItem& item = *m_folders->item(row); item.data(FolderRole) == folder) {
            item.setData(OutcomeRole, outcome);
            item.setData(TimeRole, language::ageText(newest.at));
            item.setData(FailedRole, newest.outcome == Outcome::Errors || newest.outcome == Outcome::Failed);
            item.setData(Qt::AccessibleTextRole,
                         QStringList{item.text(), outcome, language::ageText(newest.at)}.join(QStringLiteral(", ")));
        }
}

} // namespace planlens::widgets
