// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/apply/time_line.h"

#include "ui/models/apply_model.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace planlens::widgets {

using models::ApplyModel;
using models::ApplyStatus;

namespace {

constexpr int barHeight = 10, leastWidth = 3;

QRect lineRect(const QRect& cell) {
    return cell.adjusted(theme::grid / 2, 0, -theme::grid / 2, 0);
}

} // namespace

QRect TimeLineDelegate::bar(const QRect& cell, const QModelIndex& index) {
    const auto* model = qobject_cast<const ApplyModel*>(index.model());
    if (!model)
        return {};
    const ApplyModel::Operation& operation = model->operations()[std::size_t(index.row())];
    if (operation.startedAt < 0)
        return {};
    const QRect line = lineRect(cell);
    const double whole = double(std::max<qint64>(model->elapsed(), 1));
    const int left =
        std::min(line.left() + int(double(operation.startedAt) / whole * line.width()), line.right() - leastWidth);
    const int width = int(double(model->durationOf(operation).value_or(0)) / whole * line.width());
    return {left, line.center().y() - barHeight / 2, std::clamp(width, leastWidth, line.right() - left), barHeight};
}

void TimeLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index); // the background
    const auto* model = qobject_cast<const ApplyModel*>(index.model());
    if (!model)
        return;
    const theme::Scheme scheme = theme::currentScheme();
    const theme::Surfaces& s = theme::surfaces(scheme);
    const ApplyStatus status = model->operations()[std::size_t(index.row())].status;
    const QRect line = lineRect(option.rect), bar = TimeLineDelegate::bar(option.rect, index);
    painter->save();
    if ((status != ApplyStatus::None && status != ApplyStatus::Skipped) || !bar.isEmpty()) {
        painter->setPen(QPen(s.border, 1));
        painter->drawLine(line.left(), line.center().y(), bar.isEmpty() ? line.right() : bar.left(), line.center().y());
    }
    if (!bar.isEmpty()) {
        const bool isSelected = option.state & QStyle::State_Selected;
        painter->setPen(Qt::NoPen);
        painter->setBrush(status == ApplyStatus::Failed    ? s.error
                          : status == ApplyStatus::Running ? (isSelected ? s.accentText : s.accent)
                                                           : theme::color(theme::ActionKind::Create, scheme));
        painter->setRenderHint(QPainter::Antialiasing);
        painter->drawRoundedRect(bar, 2, 2);
    }
    painter->restore();
}

} // namespace planlens::widgets
