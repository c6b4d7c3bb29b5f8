// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/node_details.h"

#include "core/diff/changed_attributes.h"
#include "ui/basics/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planlens::graph {

using diff::ChangedAttribute;
using theme::ActionKind;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(GraphDetails)
};

/// All attributes of a new object are added, also those that are known after apply.
ActionKind kindOf(const ChangedAttribute& attribute, ActionKind change) {
    if (change == ActionKind::Create)
        return change;
    if (attribute.forcesReplacement)
        return ActionKind::Replace;
    switch (attribute.how) {
    case ChangedAttribute::How::Added:
        return ActionKind::Create;
    case ChangedAttribute::How::Removed:
        return ActionKind::Delete;
    case ChangedAttribute::How::Changed:
    case ChangedAttribute::How::KnownAfterApply:
        break;
    }
    return ActionKind::Update;
}

QString noteOf(const ChangedAttribute& attribute) {
    if (attribute.forcesReplacement)
        return Words::tr("forces replacement");
    return attribute.how == ChangedAttribute::How::KnownAfterApply ? Words::tr("known after apply") : QString();
}

DetailLine instanceLine(const plans::ResourceInstanceChange& change, const QString& resource) {
    QStringList names;
    for (const ChangedAttribute& attribute : diff::changedAttributes(change)) {
        if (names.size() == 3) {
            names.append(QStringLiteral("…"));
            break;
        }
        names.append(qstring(attribute.name));
    }
    QString key = qstring(change.address.toString()).mid(resource.size());
    if (!change.deposed.empty())
        key += u' ' % Words::tr("deposed");
    return {theme::actionKind(change), key.isEmpty() ? Words::tr("current") : key, names.join(QStringLiteral(", "))};
}

} // namespace

Details detailsOf(const GraphNode& node, int most) {
    Details details;
    const auto room = std::size_t(std::max(0, most));
    if (node.changes.size() == 1) {
        const plans::ResourceInstanceChange& change = *node.changes.front();
        const auto attributes = diff::changedAttributes(change);
        for (std::size_t i = 0; i < std::min(room, attributes.size()); ++i)
            details.lines.push_back(
                {kindOf(attributes[i], theme::actionKind(change)), qstring(attributes[i].name), noteOf(attributes[i])});
        details.left = int(attributes.size() - details.lines.size());
        return details;
    }
    std::vector<const plans::ResourceInstanceChange*> changes;
    for (const plans::ResourceInstanceChangePtr& change : node.changes)
        changes.push_back(change.get());
    const std::size_t shown = std::min(room, changes.size());
    std::stable_sort(changes.begin(), changes.end(),
                     [](const auto* a, const auto* b) { return theme::actionKind(*a) < theme::actionKind(*b); });
    for (std::size_t i = 0; i < shown; ++i)
        details.lines.push_back(instanceLine(*changes[i], node.id));
    details.left = int(changes.size() - shown);
    return details;
}

} // namespace planlens::graph
