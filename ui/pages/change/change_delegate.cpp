// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/change_delegate.h"

#include "ui/basics/change_key.h"
#include "ui/graph/item_painting.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/change/row_style.h"
#include "ui/pages/change/value_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;
using models::NodeType;
using theme::ActionKind;

namespace {

/// Returns the text of the value that a value is compared with.
QString otherValue(const QModelIndex& index) {
    const bool isBefore = index.column() == ChangeTreeModel::BeforeColumn;
    const QModelIndex other =
        index.siblingAtColumn(isBefore ? ChangeTreeModel::AfterColumn : ChangeTreeModel::BeforeColumn);
    return other.data(models::ChangedRole).toBool() ? other.data().toString() : QString();
}

bool isPlaceholder(const QString& text) {
    return text.startsWith(u'(');
}

constexpr int valueMargin = 5; // on the left and right of a value

/// Returns the left edge of the space for notes: instances have an empty previous column if it is visually adjacent.
int leftOfEmpty(const QStyleOptionViewItem& option, const QModelIndex& index) {
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    const NodeType type = typeOf(index);
    const bool isEmpty = type == NodeType::Resource || type == NodeType::Same;
    return isEmpty && tree &&
                   tree->header()->visualIndex(ChangeTreeModel::AfterColumn) + 1 ==
                       tree->header()->visualIndex(ChangeTreeModel::NotesColumn)
               ? tree->columnViewportPosition(ChangeTreeModel::AfterColumn)
               : option.rect.left();
}

constexpr int badgePadding = 12, badgeGap = 6;
constexpr int signWidth = 2 * theme::grid; // of − and + before values in one column

/// Whether a view shows only the column of names, with the other columns summarized in it.
bool isNamesOnly(const QStyleOptionViewItem& option) {
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    return tree && tree->isColumnHidden(ChangeTreeModel::NotesColumn);
}

/// Whether a view shows values before and after one below the other, in one column.
bool isUnified(const QTreeView& tree) {
    return tree.isColumnHidden(ChangeTreeModel::AfterColumn) && !tree.isColumnHidden(ChangeTreeModel::NotesColumn);
}
bool isUnified(const QStyleOptionViewItem& option) {
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    return tree && isUnified(*tree);
}

/// Whether a row has two values that differ, as opposed to rows below it that show the difference.
bool hasTwoValues(const QModelIndex& before) {
    const QString after = before.siblingAtColumn(ChangeTreeModel::AfterColumn).data().toString();
    return before.data(models::ChangedRole).toBool() && !before.data().toString().isEmpty() && !after.isEmpty() &&
           !(isPlaceholder(after) && before.model()->hasChildren(before.siblingAtColumn(0)));
}

} // namespace

ChangeDelegate::ChangeDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
    , m_mono(theme::monospaceFont())
    , m_small(theme::smallFont()) {}

bool ChangeDelegate::isEstimated(const QModelIndex& index) const {
    return !m_estimate.isEmpty() && typeOf(index) == NodeType::Resource &&
           m_estimate.contains(instanceOf(index.data(models::AddressRole).toString()));
}

/// Returns the findings of a resource instance, or of those in a group.
models::FoundAt ChangeDelegate::findingsOf(const QModelIndex& index) const {
    if (typeOf(index) == NodeType::Resource)
        return m_findings.value(instanceOf(index.data(models::AddressRole).toString()));
    models::FoundAt found;
    for (int row = 0; row < index.model()->rowCount(index); ++row)
        found.add(findingsOf(index.model()->index(row, 0, index)));
    return found;
}

/// Returns the height of a value in the width of a column.
int ChangeDelegate::heightOf(const QTreeView& tree, const QModelIndex& value, int column) const {
    const QString text = value.data().toString();
    return isPlaceholder(text)
               ? theme::rowHeight
               : valueHeight(text, m_mono,
                             tree.columnWidth(column) - 2 * valueMargin - (isUnified(tree) ? signWidth : 0));
}

/// Returns the height of the value before, or of that after if it is the only one.
int ChangeDelegate::upperHeight(const QTreeView& tree, const QModelIndex& before) const {
    const bool isOnlyAfter = before.data().toString().isEmpty();
    return heightOf(tree, isOnlyAfter ? before.siblingAtColumn(ChangeTreeModel::AfterColumn) : before, before.column());
}

QSize ChangeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const bool isValue =
        index.column() == ChangeTreeModel::BeforeColumn || index.column() == ChangeTreeModel::AfterColumn;
    if (const auto* tree = qobject_cast<const QTreeView*>(option.widget);
        tree && isValue && !tree->uniformRowHeights() && typeOf(index) == NodeType::Attribute) {
        if (isUnified(option) && index.column() == ChangeTreeModel::BeforeColumn)
            return {0, upperHeight(*tree, index) +
                           (hasTwoValues(index)
                                ? heightOf(*tree, index.siblingAtColumn(ChangeTreeModel::AfterColumn), index.column())
                                : 0)};
        return {0, heightOf(*tree, index, index.column())};
    }
    if (index.column() == ChangeTreeModel::ChangeColumn && typeOf(index) == NodeType::Attribute)
        return {QFontMetrics(m_mono).horizontalAdvance(index.data().toString()) + 2 * theme::grid, theme::rowHeight};
    if (index.column() != ChangeTreeModel::NotesColumn)
        return {QStyledItemDelegate::sizeHint(option, index).width(), theme::rowHeight};
    const QFontMetrics metrics(m_small);
    int width = 4;
    for (const QString& badge : badgesOf(index))
        width += metrics.horizontalAdvance(badge) + badgePadding + badgeGap;
    return {width, theme::rowHeight};
}

QStringList ChangeDelegate::badgesOf(const QModelIndex& index) const {
    QStringList badges = index.data(models::BadgesRole).toStringList();
    if (isEstimated(index))
        badges.prepend(tr("may change"));
    return badges;
}

void ChangeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, s.accent);
    else if (isEstimated(index))
        painter->fillRect(option.rect, QBrush(s.border, Qt::BDiagPattern));
    QStyleOptionViewItem first = option; // the first line of a wrapped row
    first.rect.setHeight(std::min(option.rect.height(), theme::rowHeight));
    switch (index.column()) {
    case ChangeTreeModel::ChangeColumn:
        paintName(*painter, first, index);
        break;
    case ChangeTreeModel::BeforeColumn:
    case ChangeTreeModel::AfterColumn:
        paintValues(*painter, option, index);
        break;
    default:
        paintNotes(*painter, first, index);
        break;
    }
    painter->restore();
}

void ChangeDelegate::paintName(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const theme::Scheme scheme = theme::currentScheme();
    const theme::Surfaces& s = theme::surfaces(scheme);
    const bool isSelected = option.state & QStyle::State_Selected;
    QRect rect = option.rect.adjusted(4, 0, -4, 0);
    const NodeType type = typeOf(index);
    if (type == NodeType::Resource && !isSelected && m_query.matches(index.data(models::AddressRole).toString()))
        painter.fillRect(option.rect.adjusted(1, 1, -1, -1), s.matchTint);
    if (type == NodeType::Resource || type == NodeType::Same) {
        QFont font = m_mono;
        font.setBold(true);
        painter.setFont(font);
        const bool isApplied = index.data(models::AppliedRole).toBool();
        painter.setPen(isSelected ? s.accentText : isApplied ? theme::color(kindOf(index), scheme) : s.dimText);
        painter.drawText(QRect(rect.left(), rect.top(), 16, rect.height()), Qt::AlignCenter,
                         theme::glyph(kindOf(index)));
        rect.setLeft(rect.left() + 22);
    }
    if (index.flags() & Qt::ItemIsUserCheckable) {
        QStyleOptionViewItem tick = option;
        tick.rect = tickRect(option);
        const auto state = Qt::CheckState(index.data(Qt::CheckStateRole).toInt());
        tick.state &= ~(QStyle::State_HasFocus | QStyle::State_MouseOver);
        tick.state |= state == Qt::Checked            ? QStyle::State_On
                      : state == Qt::PartiallyChecked ? QStyle::State_NoChange
                                                      : QStyle::State_Off;
        const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
        style->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &tick, &painter, option.widget);
        rect.setRight(tick.rect.left() - theme::grid / 2);
    }
    if (isNamesOnly(option))
        if (const int left = paintSummary(painter, option, index, rect); left < rect.right())
            rect.setRight(left - theme::grid);
    if (type == NodeType::Resource || (type == NodeType::Same && isNamesOnly(option)))
        return paintAddress(painter, option, index, rect);
    if (type == NodeType::Section) {
        QFont font = option.font;
        font.setBold(true);
        painter.setFont(font);
        painter.setPen(textColor(option, s, false));
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        return;
    }
    if (type == NodeType::Finding)
        return paintFinding(painter, option, index, rect);
    const bool isAside = type == NodeType::Hidden || type == NodeType::Computed || type == NodeType::NoEffect;
    const bool isContext = type == NodeType::Attribute && !index.data(models::ChangedRole).toBool();
    painter.setFont(isAside ? m_small : m_mono);
    painter.setPen(textColor(option, s, isAside || isContext));
    const QFontMetrics metrics(painter.font());
    painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(index.data().toString(), Qt::ElideMiddle, rect.width()));
}

QRect ChangeDelegate::tickRect(const QStyleOptionViewItem& option) {
    constexpr int side = 16;
    return {option.rect.right() - side - theme::grid / 2, option.rect.center().y() - side / 2 + 1, side, side};
}

bool ChangeDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    if (!(index.flags() & Qt::ItemIsUserCheckable))
        return false;
    const bool isClick = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease ||
                         event->type() == QEvent::MouseButtonDblClick;
    if (isClick) {
        const auto& mouse = static_cast<QMouseEvent&>(*event);
        if (mouse.button() != Qt::LeftButton || !tickRect(option).contains(mouse.position().toPoint()))
            return false;
        if (event->type() != QEvent::MouseButtonRelease)
            return true; // the row is not selected by its tick box
    } else if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent&>(*event).key() != Qt::Key_Space) {
        return false;
    }
    const bool isOn = Qt::CheckState(index.data(Qt::CheckStateRole).toInt()) == Qt::Checked;
    return model->setData(index, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void ChangeDelegate::paintValues(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
    if (!isUnified(option) || typeOf(index) != NodeType::Attribute || !index.data(models::ChangedRole).toBool())
        return paintValue(painter, option, index);
    const QModelIndex after = index.siblingAtColumn(ChangeTreeModel::AfterColumn);
    const auto paintSide = [&](const QRect& rect, const QModelIndex& value) {
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        const bool isBefore = value == index;
        const QRect sign = rect.adjusted(1, 1, signWidth - rect.width(), -1);
        if (!(option.state & QStyle::State_Selected))
            painter.fillRect(sign, isBefore ? s.beforeTint : s.afterTint);
        painter.setFont(m_mono);
        painter.setPen(textColor(option, s, false));
        painter.drawText(sign.adjusted(0, 0, 0, theme::rowHeight - rect.height()), Qt::AlignCenter,
                         isBefore ? QStringLiteral("−") : QStringLiteral("+"));
        QStyleOptionViewItem side = option;
        side.rect = rect.adjusted(signWidth - 1, 0, 0, 0);
        paintValue(painter, side, value);
    };
    if (index.data().toString().isEmpty())
        return paintSide(option.rect, after);
    if (!hasTwoValues(index))
        return paintSide(option.rect, index);
    QRect upper = option.rect;
    upper.setHeight(upperHeight(static_cast<const QTreeView&>(*option.widget), index));
    paintSide(upper, index);
    paintSide({upper.bottomLeft() + QPoint(0, 1), option.rect.bottomRight()}, after);
}

void ChangeDelegate::paintValue(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    const NodeType type = typeOf(index);
    if (type == NodeType::Module && index.column() == ChangeTreeModel::BeforeColumn) {
        const graph::Counts counts = actionCounts(index);
        QStringList parts;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = counts[std::size_t(kind)])
                parts.append(QString(QString::number(count) % theme::glyph(kind)));
        painter.setFont(m_mono);
        painter.setPen(textColor(option, s, true));
        const QRect room = option.rect.adjusted(4, 0, -4, 0);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(m_mono).elidedText(parts.join(u' '), Qt::ElideRight, room.width()));
        return;
    }
    if (type == NodeType::Module) {
        graph::paintActionMix(painter, QRectF(option.rect.left() + 6, option.rect.center().y() - 3, 64, 7),
                              actionCounts(index), theme::currentScheme());
        return;
    }
    const QString text = index.data().toString();
    if (text.isEmpty())
        return;
    QRect rect = option.rect.adjusted(1, 1, -1, -1);
    const bool isValue = type == NodeType::Attribute;
    const bool isDecoded = isPlaceholder(text) && index.model()->hasChildren(index.siblingAtColumn(0));
    if (isValue && !isDecoded && index.data(models::ChangedRole).toBool() && !(option.state & QStyle::State_Selected))
        painter.fillRect(rect, index.column() == ChangeTreeModel::BeforeColumn ? s.beforeTint : s.afterTint);
    rect.adjust(valueMargin - 1, 0, 1 - valueMargin, 0);
    if (!isValue || isPlaceholder(text)) {
        painter.setFont(m_small);
        painter.setPen(textColor(option, s, true));
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(m_small).elidedText(text, Qt::ElideMiddle, rect.width()));
        return;
    }
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    const bool isChanged = index.data(models::ChangedRole).toBool();
    painter.setPen(textColor(option, s, !isChanged));
    if (!isChanged && (!tree || tree->uniformRowHeights())) { // on one line; identifiers differ at the end
        painter.setFont(m_mono);
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(m_mono).elidedText(text, Qt::ElideMiddle, rect.width()));
        return;
    }
    QColor highlight =
        theme::color(index.column() == ChangeTreeModel::BeforeColumn ? ActionKind::Delete : ActionKind::Create,
                     theme::currentScheme());
    highlight.setAlpha(64);
    const QString other = isChanged ? otherValue(index) : text;
    drawValue(painter, rect, text, isPlaceholder(other) ? QString() : other, m_mono, highlight);
}

void ChangeDelegate::paintNotes(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    painter.setFont(m_small);
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetrics metrics(m_small);
    constexpr int padding = badgePadding, gap = badgeGap, leastRoom = 80; // a note narrower than this is not readable
    const QStringList badges = badgesOf(index);
    int wanted = 4;
    for (const QString& badge : badges)
        wanted += metrics.horizontalAdvance(badge) + padding + gap;
    int x = (wanted > option.rect.width() ? leftOfEmpty(option, index) : option.rect.left()) + 4;
    for (qsizetype i = 0; i < badges.size(); ++i) {
        const QString& badge = badges[i];
        const int room = option.rect.right() - x - 4;
        if (room < leastRoom && metrics.horizontalAdvance(badge) + padding > room) {
            painter.setPen(textColor(option, s, true));
            painter.drawText(QRect(x, option.rect.top(), room, option.rect.height()), Qt::AlignVCenter | Qt::AlignLeft,
                             QStringLiteral("+%1").arg(badges.size() - i));
            break;
        }
        const QString text = metrics.elidedText(badge, Qt::ElideMiddle, room - padding);
        const QRectF pill(x + 0.5, option.rect.top() + 3.5, metrics.horizontalAdvance(text) + padding,
                          option.rect.height() - 7);
        painter.setPen(s.border);
        painter.setBrush(s.raised);
        painter.drawRoundedRect(pill, 4, 4);
        painter.setPen(s.text);
        painter.drawText(pill, Qt::AlignCenter, text);
        x += int(pill.width()) + gap;
    }
}

} // namespace planlens::widgets
