// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/filter_popup.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace planlens::widgets {

using models::Trait;

namespace {

enum ItemRole { GroupRole = Qt::UserRole, ValueRole };

/// Rows of the usual height with visible boxes.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), theme::rowHeight};
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        // The style derives the outline from it.
        option->palette.setColor(QPalette::Window, theme::surfaces(theme::currentScheme()).control);
    }
};

} // namespace

QString traitName(Trait trait) {
    switch (trait) {
    case Trait::Drifted:
        return FilterPopup::tr("drifted");
    case Trait::NotApplied:
        return FilterPopup::tr("Planned, not applied");
    case Trait::Moved:
        return FilterPopup::tr("moved");
    case Trait::Imported:
        return FilterPopup::tr("imported");
    case Trait::Checked:
        return FilterPopup::tr("with a check");
    }
    return {};
}

QString moduleName(const QString& address) {
    return address.isEmpty() ? FilterPopup::tr("root module") : address;
}

FilterPopup::FilterPopup(QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("filter-popup"));
    setAccessibleName(tr("Filter"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    m_find = new QLineEdit(this);
    m_find->setPlaceholderText(tr("Find a type, module or provider"));
    m_find->setAccessibleName(m_find->placeholderText());
    m_find->setClearButtonEnabled(true);
    column->addWidget(m_find);
    m_list = new QTreeWidget(this);
    m_list->setObjectName(QStringLiteral("filter-list"));
    m_list->setAccessibleName(tr("Filters"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    m_list->header()->resizeSection(1, 7 * theme::grid);
    m_list->setUniformRowHeights(true);
    m_list->setIndentation(2 * theme::grid);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RowDelegate(m_list));
    column->addWidget(m_list, 1);
    setFocusProxy(m_find);
    connect(m_find, &QLineEdit::textChanged, this, &FilterPopup::showMatching);
    connect(m_find, &QLineEdit::returnPressed, this, [this] { m_list->setFocus(Qt::TabFocusReason); });
    connect(m_list, &QTreeWidget::itemChanged, this, &FilterPopup::take);
}

QSet<QString>* FilterPopup::chosenIn(int group) {
    switch (Group(group)) {
    case Types:
        return &m_criteria.types;
    case Modules:
        return &m_criteria.modules;
    case Providers:
        return &m_criteria.providers;
    case Traits:
        break;
    }
    return nullptr;
}

void FilterPopup::setCounts(const models::ChangeFacts::Counts& counts) {
    m_counts = counts;
    m_isFilled = false;
    const auto keep = [](QSet<QString>& chosen, const QMap<QString, int>& there) {
        erase_if(chosen, [&](const QString& name) { return !there.contains(name); });
    };
    keep(m_criteria.types, counts.types);
    keep(m_criteria.modules, counts.modules);
    keep(m_criteria.providers, counts.providers);
    erase_if(m_criteria.traits, [&](int trait) { return counts.traits[std::size_t(trait)] == 0; });
    if (isVisible())
        fill();
}

void FilterPopup::setCriteria(const models::ChangeCriteria& criteria) {
    m_criteria = criteria;
    m_criteria.kinds.clear();
    m_isFilled = false;
    if (isVisible())
        fill();
    Q_EMIT changed();
}

void FilterPopup::fill() {
    if (std::exchange(m_isFilled, true))
        return;
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    const auto group = [&](const QString& title) {
        auto* item = new QTreeWidgetItem(m_list, {title});
        item->setFlags(Qt::ItemIsEnabled);
        QFont font = m_list->font();
        font.setBold(true);
        item->setFont(0, font);
        item->setExpanded(true);
        return item;
    };
    const auto entry = [&](Group of, const QString& text, const QVariant& value, int count, bool isChosen) {
        auto* item = new QTreeWidgetItem;
        item->setText(0, text);
        item->setToolTip(0, text);
        item->setText(1, QString::number(count));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, GroupRole, int(of));
        item->setData(0, ValueRole, value);
        item->setData(0, Qt::AccessibleTextRole, tr("%1, %n change(s)", nullptr, count).arg(text));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(0, isChosen ? Qt::Checked : Qt::Unchecked);
        return item;
    };
    QTreeWidgetItem* traits = group(tr("Only changes that are"));
    for (const Trait trait : models::allTraits)
        if (const int count = m_counts.traits[std::size_t(trait)]; count > 0)
            traits->addChild(
                entry(Traits, traitName(trait), int(trait), count, m_criteria.traits.contains(int(trait))));
    const auto list = [&](Group of, const QString& title, const QMap<QString, int>& names) {
        QList<QTreeWidgetItem*> items;
        for (auto name = names.begin(); name != names.end(); ++name)
            items.append(entry(of, of == Modules ? moduleName(name.key()) : name.key(), name.key(), name.value(),
                               chosenIn(of)->contains(name.key())));
        group(title)->addChildren(items);
    };
    list(Types, tr("Types"), m_counts.types);
    list(Modules, tr("Modules"), m_counts.modules);
    list(Providers, tr("Providers"), m_counts.providers);
    showMatching(m_find->text());
}

void FilterPopup::showMatching(const QString& text) {
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_list->topLevelItem(i);
        bool hasMatch = false;
        for (int j = 0; j < group->childCount(); ++j) {
            const bool matches = group->child(j)->text(0).contains(text, Qt::CaseInsensitive);
            group->child(j)->setHidden(!matches);
            hasMatch |= matches;
        }
        group->setHidden(!hasMatch);
        group->setExpanded(true);
    }
}

void FilterPopup::take(QTreeWidgetItem* item) {
    const int group = item->data(0, GroupRole).toInt();
    const bool isOn = item->checkState(0) == Qt::Checked;
    const auto put = [&](auto& chosen, const auto& value) {
        if (isOn)
            chosen.insert(value);
        else
            chosen.remove(value);
    };
    if (QSet<QString>* chosen = chosenIn(group))
        put(*chosen, item->data(0, ValueRole).toString());
    else
        put(m_criteria.traits, item->data(0, ValueRole).toInt());
    Q_EMIT changed();
}

/// Returns the width that shows all names whole. Long keys may differ anywhere.
int FilterPopup::widthOfNames() const {
    int widest = 0;
    for (const QMap<QString, int>* names : {&m_counts.types, &m_counts.modules, &m_counts.providers})
        for (auto name = names->begin(); name != names->end(); ++name)
            widest = std::max(widest, m_list->fontMetrics().horizontalAdvance(name.key()));
    const int box = m_list->style()->pixelMetric(QStyle::PM_IndicatorWidth) + 2 * theme::grid;
    return widest + 2 * m_list->indentation() + box + m_list->header()->sectionSize(1) +
           m_list->verticalScrollBar()->sizeHint().width() + 2 * theme::grid;
}

void FilterPopup::openBelow(QWidget& anchor) {
    fill();
    const QScreen* screen = anchor.screen();
    const int wanted = std::max(50 * theme::grid, widthOfNames());
    resize(screen ? std::min(wanted, screen->availableGeometry().width()) : wanted, 60 * theme::grid);
    QPoint corner = anchor.mapToGlobal(QPoint(anchor.width() - width(), anchor.height()));
    if (screen) {
        const QRect room = screen->availableGeometry();
        corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
        corner.setY(std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(corner);
    show();
    m_find->setFocus(Qt::PopupFocusReason);
}

} // namespace planlens::widgets
