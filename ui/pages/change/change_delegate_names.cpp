// SPDX-License-Identifier: MPL-2.0
// The addresses of rows, and the labels that are drawn beside them.
#include "core/risk/rules.h"
#include "ui/graph/item_painting.h"
#include "ui/models/apply_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/change/address_parts.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/row_style.h"

#include <QPainter>

#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;
using models::NodeType;
using theme::ActionKind;

namespace {

/// Returns the parts of the address of a row. Groups of the same resource in different modules are distinguished by the
/// first module.
AddressParts partsOf(const QModelIndex& index) {
    const QString text = index.data().toString();
    const int rows = typeOf(index) == NodeType::Same ? index.model()->rowCount(index) : 0;
    if (rows == 0) {
        const int nameStart = index.data(models::NameStartRole).toInt();
        return {text.left(nameStart), text.mid(nameStart), index.data(models::ModuleRole).toString()};
    }
    const AddressParts first = partsOf(index.model()->index(0, 0, index));
    const QString last = index.model()->index(rows - 1, 0, index).data(models::ModuleRole).toString();
    QString module = first.module;
    if (module != last)
        module = (module.isEmpty() ? ChangeDelegate::tr("root module") : module) % QStringLiteral(", …");
    const qsizetype type = text.indexOf(first.type); // after the number of objects
    const qsizetype nameStart = type < 0 ? 0 : type + first.type.size();
    return {text.left(nameStart), text.mid(nameStart), module};
}

int widthOf(const AddressParts& parts, const QFont& mono, const QFont& small) {
    return QFontMetrics(mono).horizontalAdvance(parts.type + parts.name) +
           (parts.module.isEmpty() ? 0 : theme::grid + QFontMetrics(small).horizontalAdvance(parts.module));
}

/// Returns the title of the first finding and the number of other ones.
QString findingText(const models::FoundAt& found) {
    QStringList titles = found.titles;
    titles.removeDuplicates();
    return titles.size() > 1 ? QStringLiteral("%1 +%2").arg(titles.first()).arg(titles.size() - 1) : titles.value(0);
}

} // namespace

/// Dims the type and the module.
void ChangeDelegate::paintAddress(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                                  QRect room) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    const AddressParts whole = partsOf(index);
    QVector<AddressParts> beside;
    for (const int row : {index.row() - 1, index.row() + 1})
        if (const QModelIndex other = index.model()->index(row, 0, index.parent()); other.isValid())
            if (AddressParts parts = partsOf(other); parts.type == whole.type)
                beside.append(std::move(parts));
    const AddressParts parts = addressParts(whole, beside, QFontMetrics(m_mono), QFontMetrics(m_small), room.width());
    const auto draw = [&](const QString& part, const QFont& font, bool isDim) {
        painter.setFont(font);
        painter.setPen(textColor(option, s, isDim));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, part);
        room.setLeft(room.left() + QFontMetrics(font).horizontalAdvance(part));
    };
    draw(parts.type, m_mono, true);
    draw(parts.name, m_mono, false);
    room.setLeft(room.left() + theme::grid);
    draw(parts.module, m_small, true);
}

/// A finding about the whole plan: its mark, its title and its dimmed subject, such as "10 objects".
void ChangeDelegate::paintFinding(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                                  QRect room) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    const auto severity = risk::Severity(index.data(models::SeverityRole).toInt());
    painter.setPen(option.state & QStyle::State_Selected ? s.accentText
                   : severity == risk::Severity::High    ? s.error
                   : severity == risk::Severity::Medium  ? s.warning
                                                         : s.dimText);
    painter.setFont(option.font);
    painter.drawText(QRect(room.left(), room.top(), 16, room.height()), Qt::AlignCenter, QStringLiteral("⚠"));
    room.setLeft(room.left() + 22);
    const auto draw = [&](const QString& text, const QFont& font, bool isDim) {
        const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideRight, room.width());
        painter.setFont(font);
        painter.setPen(textColor(option, s, isDim));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, shown);
        room.setLeft(room.left() + QFontMetrics(font).horizontalAdvance(shown) + theme::grid);
    };
    draw(index.data().toString(), option.font, false);
    draw(index.data(models::ModuleRole).toString(), m_small, true);
}

int ChangeDelegate::paintSummary(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                                 const QRect& room) const {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    const NodeType type = typeOf(index);
    if (type == NodeType::Module) {
        const QRectF bar(room.right() - 48, room.center().y() - 3, 48, 7);
        graph::paintActionMix(painter, bar, actionCounts(index), theme::currentScheme());
        return int(bar.left());
    }
    if (type != NodeType::Resource && type != NodeType::Same)
        return room.right();
    QString text;
    const auto status = models::ApplyStatus(index.data(models::StatusRole).toInt());
    if (status == models::ApplyStatus::Done) // short, because addresses need the space
        text = QStringLiteral("✓");
    else if (status == models::ApplyStatus::Failed && type != NodeType::Same)
        text = models::statusText(status);
    else if (status != models::ApplyStatus::None)
        text = index.siblingAtColumn(ChangeTreeModel::BeforeColumn).data().toString();
    else if (isEstimated(index))
        text = tr("may change");
    else
        text = index.data(models::CostRole).toString();
    const QFontMetrics metrics(m_small);
    int right = room.right();
    const auto draw = [&](const QString& part, const QColor& color) {
        if (part.isEmpty())
            return;
        const QString shown = metrics.elidedText(part, Qt::ElideRight, room.width() / 2);
        const int width = metrics.horizontalAdvance(shown) + 2;
        painter.setFont(m_small);
        painter.setPen(option.state & QStyle::State_Selected ? s.accentText : color);
        painter.drawText(QRect(right - width, room.top(), width, room.height()), Qt::AlignVCenter | Qt::AlignRight,
                         shown);
        right -= width + theme::grid / 2;
    };
    draw(text, status == models::ApplyStatus::Failed ? s.error
               : status == models::ApplyStatus::Done ? theme::color(ActionKind::Create, theme::currentScheme())
                                                     : s.dimText);
    const QString deposed = index.data(models::DeposedRole).toString();
    draw(deposed.isEmpty() ? QString() : tr("deposed %1").arg(deposed), s.dimText);
    draw(index.data(models::DriftedRole).toBool() ? tr("drift") : QString(), s.dimText);
    for (const auto& [role, kind] :
         {std::pair(models::MovedRole, ActionKind::Move), std::pair(models::ImportedRole, ActionKind::Import)})
        if (index.data(role).toBool() && kindOf(index) != kind)
            draw(theme::glyph(kind), theme::color(kind, theme::currentScheme()));
    if (const models::FoundAt found = findingsOf(index); found.count > 0) {
        // The title only gets the space that the whole address leaves.
        const QString sign = QStringLiteral("⚠");
        const int spare = right - room.left() - widthOf(partsOf(index), m_mono, m_small) -
                          metrics.horizontalAdvance(sign) - 3 * theme::grid;
        if (spare >= 8 * metrics.averageCharWidth())
            draw(metrics.elidedText(findingText(found), Qt::ElideRight, spare), s.dimText);
        draw(sign, graph::findingColor(found, theme::currentScheme()));
    }
    return right;
}

} // namespace planlens::widgets
