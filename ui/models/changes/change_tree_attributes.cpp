// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_tree_model.h"

#include "ui/basics/plain_text.h"
#include "ui/models/changes/change_tree_node.h"

namespace planlens::models {

namespace {

/// Whether a row is not a change, such as the id of an updated object. Its value is shown once.
bool isContext(const AttributeRow& row) {
    return row.isPath && row.state == AttributeRow::State::Unchanged && !row.forcesReplacement && row.children.empty();
}

} // namespace

QVariant ChangeTreeModel::attributeData(const Node& node, int column, int role) const {
    const AttributeRow& row = node.attribute;
    switch (role) {
    case PathRole:
        return row.path;
    case SensitiveRole:
        return row.sensitive;
    case ChangedRole:
        return row.state != AttributeRow::State::Unchanged;
    case SourcesRole: {
        QStringList addresses;
        for (const ValueSource& source : row.sources)
            if (!addresses.contains(source.address))
                addresses.append(source.address);
        return addresses;
    }
    case Qt::ToolTipRole:
        if (column == NotesColumn && !row.sources.empty()) {
            QStringList lines{tr("Known after apply, from")};
            for (const ValueSource& source : row.sources)
                lines.append(source.attribute);
            return toolTipText(lines.join(u'\n'));
        }
        if (const QStringList badges = attributeData(node, NotesColumn, BadgesRole).toStringList();
            column == NotesColumn && !badges.isEmpty())
            return toolTipText(badges.join(u'\n'));
        return toolTipText(column == BeforeColumn ? row.before : column == AfterColumn ? row.after : row.path);
    case BadgesRole:
        if (column == NotesColumn) {
            QStringList badges;
            if (!row.textNote.isEmpty())
                badges.append(row.textNote);
            if (row.forcesReplacement)
                badges.append(tr("forces replacement"));
            if (!row.sources.empty())
                badges.append(row.sources.size() == 1 ? tr("from %1").arg(row.sources.front().label)
                                                      : tr("from %1 and %n more", nullptr, int(row.sources.size()) - 1)
                                                            .arg(row.sources.front().label));
            else if (row.knownAfterApply)
                badges.append(tr("known after apply"));
            if (row.sensitive)
                badges.append(tr("sensitive"));
            return badges;
        }
        return {};
    case Qt::AccessibleTextRole: {
        const QStringList badges = attributeData(node, NotesColumn, BadgesRole).toStringList();
        if (column == NotesColumn)
            return badges.join(QStringLiteral(", "));
        if (column != ChangeColumn)
            return {};
        // Screen readers follow the first column.
        QStringList parts{row.path};
        if (!row.label.isEmpty())
            parts.append(row.label);
        parts += badges;
        if (isContext(row))
            return QString(parts.join(QStringLiteral(", ")) % tr(", unchanged: %1").arg(row.before));
        if (!row.before.isEmpty())
            parts.append(tr("before: %1").arg(node.shown(row.before, &TextPair::before)));
        if (!row.after.isEmpty())
            parts.append(tr("after: %1").arg(node.shown(row.after, &TextPair::after)));
        return parts.join(QStringLiteral(", "));
    }
    case Qt::DisplayRole:
        switch (column) {
        case ChangeColumn:
            return node.text;
        case BeforeColumn:
            return node.shown(row.before, &TextPair::before);
        case AfterColumn:
            return isContext(row) ? tr("(unchanged)") : node.shown(row.after, &TextPair::after);
        default:
            return {};
        }
    default:
        return {};
    }
}

} // namespace planlens::models
