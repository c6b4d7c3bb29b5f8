// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_tree_model.h"

#include "core/engine/display_id.h"
#include "core/plans/plan.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/change_key.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/models/apply_model.h"
#include "ui/models/changes/change_tree_node.h"
#include "ui/models/cost_text.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace planlens::models {

using theme::ActionKind;

namespace {

/// Returns `a["k"].b` for module.a["k"].module.b.
QString shortText(const addrs::ModuleInstance& module) {
    QStringList steps;
    for (const addrs::ModuleStep& step : module.path)
        steps.append(qstring(addrs::ModuleInstance{{step}}.toString()).mid(int(std::string_view("module.").size())));
    return steps.join(u'.');
}

} // namespace

ChangeTreeModel::ChangeTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_rows(std::make_shared<ChangeRows>()) {}
ChangeTreeModel::~ChangeTreeModel() {
    session::deleteInBackground(std::move(m_rows));
}

void ChangeTreeModel::setPlan(std::shared_ptr<const plans::Plan> plan, SameChangesPtr same,
                              std::shared_ptr<ChangeRows> rows) {
    m_sameChanges = std::move(same);
    if (!m_sameChanges && plan && plan->changes.resources().size() <= fewChanges)
        m_sameChanges = std::make_shared<const std::vector<diff::SameChange>>(diff::sameChanges(plan->changes));
    if (!plan)
        rows = std::make_shared<ChangeRows>();
    else if (!rows || rows->form != m_form)
        rows =
            rowsOf(*plan, rows ? rows->secrets : secretsOf(*plan), m_sameChanges, m_form, m_findings, m_config.get());
    // kept alive, because rows refer to it
    std::shared_ptr<const plans::Plan> old = std::exchange(m_plan, std::move(plan));
    replaceRows(std::move(rows));
}

void ChangeTreeModel::replaceRows(std::shared_ptr<ChangeRows> rows) {
    beginResetModel();
    std::shared_ptr<ChangeRows> old = std::exchange(m_rows, std::move(rows));
    endResetModel();
    Q_EMIT rowsReplaced(std::move(old));
}

ChangeTreeModel::Node* ChangeTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : &m_rows->root;
}
QModelIndex ChangeTreeModel::indexOfNode(const Node* node, int column) const {
    return node && node != &m_rows->root ? createIndex(node->row, column, node) : QModelIndex();
}
QModelIndex ChangeTreeModel::indexOf(const QString& address) const {
    return indexOfNode(m_rows->byAddress.value(address), ChangeColumn);
}

bool ChangeTreeModel::hasChanges(const QString& address) const {
    return m_rows->byAddress.contains(address) || m_rows->modules.contains(address);
}

void ChangeTreeModel::setForm(const RowForm& form) {
    if (m_form == form)
        return;
    m_form = form;
    replaceRows(m_plan ? rowsOf(*m_plan, m_rows->secrets, m_sameChanges, m_form, m_findings, m_config.get())
                       : std::make_shared<ChangeRows>());
}

std::shared_ptr<const TextPair> ChangeTreeModel::texts(const QModelIndex& index) const {
    return checkIndex(index, CheckIndexOption::IndexIsValid) ? nodeOf(index)->attribute.texts : nullptr;
}

const QStringList& ChangeTreeModel::unchangedAddresses() const {
    return m_rows->unchanged;
}

void ChangeTreeModel::setStatuses(const QVector<InstanceStatus>& statuses) {
    std::vector<const Node*> changed;
    for (const InstanceStatus& given : statuses) {
        QList<Node*> nodes = m_rows->deposed.values(given.address);
        if (Node* node = m_rows->byAddress.value(given.address); node && !nodes.contains(node))
            nodes.append(node);
        for (Node* node : std::as_const(nodes)) {
            if (node->status == given.status && node->statusNote == given.note)
                continue;
            node->status = given.status;
            node->statusNote = given.note;
            changed.push_back(node);
            if (node->parent->type == NodeType::Same &&
                (changed.size() < 2 || changed[changed.size() - 2] != node->parent))
                changed.push_back(node->parent);
        }
    }
    constexpr std::size_t few = 10;
    if (changed.size() > few)
        return Q_EMIT manyChanged();
    for (const Node* node : changed)
        Q_EMIT dataChanged(indexOfNode(node, ChangeColumn), indexOfNode(node, NotesColumn),
                           {StatusRole, BadgesRole, Qt::DisplayRole});
}

void ChangeTreeModel::setReviewed(const QSet<QString>& addresses) {
    const QSet<QString> before = std::exchange(m_reviewed, addresses);
    for (const QString& address : (before - addresses) + (addresses - before))
        for (const Node* node = m_rows->byAddress.value(address);
             node && (node->type == NodeType::Resource || node->type == NodeType::Same); node = node->parent)
            Q_EMIT dataChanged(indexOfNode(node, ChangeColumn), indexOfNode(node, NotesColumn),
                               {Qt::CheckStateRole, BadgesRole});
}

Qt::CheckState ChangeTreeModel::reviewState(const Node& node) const {
    if (node.type == NodeType::Resource)
        return m_reviewed.contains(node.address) ? Qt::Checked : Qt::Unchecked;
    const auto reviewed =
        std::ranges::count_if(node.children, [this](const auto& child) { return m_reviewed.contains(child->address); });
    return reviewed == 0 ? Qt::Unchecked : reviewed == std::ssize(node.children) ? Qt::Checked : Qt::PartiallyChecked;
}

/// Groups have the status that needs the most attention; they are done if all of their changes are.
ApplyStatus ChangeTreeModel::statusOf(const Node& node) const {
    if (node.type != NodeType::Same)
        return node.status;
    const auto any = [&](ApplyStatus status) {
        return std::ranges::any_of(node.children, [&](const auto& child) { return child->status == status; });
    };
    for (const ApplyStatus status :
         {ApplyStatus::Failed, ApplyStatus::Running, ApplyStatus::Waiting, ApplyStatus::Skipped, ApplyStatus::None})
        if (any(status))
            return status;
    return ApplyStatus::Done;
}

bool ChangeTreeModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    const Node& node = *nodeOf(index);
    const bool isOn = Qt::CheckState(value.toInt()) == Qt::Checked;
    QStringList addresses;
    if (node.type == NodeType::Resource)
        addresses = {node.address};
    for (const std::unique_ptr<Node>& child : node.children)
        if (child->type == NodeType::Resource && m_reviewed.contains(child->address) != isOn)
            addresses.append(child->address);
    Q_EMIT reviewToggled(addresses);
    return true;
}

Qt::ItemFlags ChangeTreeModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    const NodeType type = index.isValid() ? nodeOf(index)->type : NodeType::Hidden;
    return index.column() == ChangeColumn && !m_rows->isDrift && (type == NodeType::Resource || type == NodeType::Same)
               ? flags | Qt::ItemIsUserCheckable
               : flags;
}

void ChangeTreeModel::setStatusOfAll(ApplyStatus status) {
    const std::function<void(Node&)> setIn = [&](Node& owner) {
        for (const std::unique_ptr<Node>& child : owner.children) {
            if (child->type == NodeType::Resource) {
                child->status = child->isApplied ? status : ApplyStatus::Skipped;
                child->statusNote.clear();
            } else if (child->type == NodeType::Section || child->type == NodeType::Module ||
                       child->type == NodeType::Same)
                setIn(*child);
        }
    };
    setIn(m_rows->root);
    Q_EMIT manyChanged();
}

QModelIndex ChangeTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (column < 0 || column >= ColumnCount || row < 0 || (parent.isValid() && parent.column() != ChangeColumn))
        return {};
    const Node* owner = nodeOf(parent);
    return std::size_t(row) < owner->children.size() ? createIndex(row, column, owner->children[std::size_t(row)].get())
                                                     : QModelIndex();
}
QModelIndex ChangeTreeModel::parent(const QModelIndex& index) const {
    return index.isValid() ? indexOfNode(nodeOf(index)->parent, ChangeColumn) : QModelIndex();
}
int ChangeTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() && parent.column() != ChangeColumn ? 0 : int(nodeOf(parent)->children.size());
}
int ChangeTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

bool ChangeTreeModel::hasChildren(const QModelIndex& parent) const {
    if (parent.isValid() && parent.column() != ChangeColumn)
        return false;
    const Node* node = nodeOf(parent);
    return !node->children.empty() || (node->type == NodeType::Resource && !node->isLoaded);
}
bool ChangeTreeModel::canFetchMore(const QModelIndex& parent) const {
    if (!parent.isValid() || parent.column() != ChangeColumn)
        return false;
    const Node* node = nodeOf(parent);
    return node->type == NodeType::Resource && !node->isLoaded;
}
void ChangeTreeModel::fetchMore(const QModelIndex& parent) {
    if (!canFetchMore(parent))
        return;
    Node* node = nodeOf(parent);
    node->isLoaded = true;
    Node made; // computed first, so that beginInsertRows() can announce their number
    made.kind = node->kind;
    made.address = node->address;
    made.addAttributes(attributeRows(*m_plan, *node->change, m_rows->secrets));
    if (made.children.empty())
        return;
    beginInsertRows(parent, 0, int(made.children.size()) - 1);
    node->children = std::move(made.children);
    for (const std::unique_ptr<Node>& child : node->children)
        child->parent = node;
    endInsertRows();
}

QVariant ChangeTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ChangeColumn:
        return tr("Change");
    case BeforeColumn:
        return m_rows->isDrift ? tr("State") : tr("Before");
    case AfterColumn:
        return m_rows->isDrift ? tr("Real object") : tr("After");
    case NotesColumn:
        return tr("Notes");
    default:
        return {};
    }
}

QVariant ChangeTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node& node = *nodeOf(index);
    switch (role) {
    case NodeTypeRole:
        return int(node.type);
    case KindRole:
        return int(node.kind);
    case AddressRole:
        return node.address;
    case DriftedRole:
        return node.type == NodeType::Resource && node.change->deposed.empty() &&
               m_rows->drifted.contains(node.address);
    case AppliedRole:
        return node.isApplied;
    case StatusRole:
        return int(statusOf(node));
    default:
        break;
    }
    switch (node.type) {
    case NodeType::Section:
        return sectionData(node, index.column(), role);
    case NodeType::Module:
        return moduleData(node, index.column(), role);
    case NodeType::Resource:
        return resourceData(node, index.column(), role);
    case NodeType::Attribute:
        return attributeData(node, index.column(), role);
    case NodeType::Same:
        return sameData(node, index.column(), role);
    case NodeType::Finding:
        return findingData(node.finding, index.column(), role);
    case NodeType::Computed:
        if (role == PathRole)
            return node.attribute.path;
        if (role == Qt::ToolTipRole)
            return toolTipText(tr("Not configured: the provider computes new values during the apply."));
        [[fallthrough]];
    case NodeType::NoEffect:
        if (role == PathRole)
            return node.attribute.path;
        if (role == Qt::ToolTipRole)
            return toolTipText(
                tr("Most providers treat an empty string, map or list like null: the object does not change."));
        [[fallthrough]];
    case NodeType::Hidden:
        return role == Qt::DisplayRole && index.column() == ChangeColumn ? node.text : QVariant();
    }
    return {};
}

/// Returns the badge with the number of findings below a row.
QStringList ChangeTreeModel::findingBadge(int count) {
    return count > 0 ? QStringList{QString(QStringLiteral("⚠ ") % tr("%n finding(s)", nullptr, count))} : QStringList();
}

QVariant ChangeTreeModel::sameData(const Node& node, int column, int role) const {
    switch (role) {
    case Qt::CheckStateRole:
        return column == ChangeColumn ? QVariant(reviewState(node)) : QVariant();
    case PathRole:
        return QString(QStringLiteral("same:") % node.children.front()->address); // a stable key
    case Qt::ToolTipRole: {
        constexpr std::size_t most = 20;
        QStringList lines{sameData(node, ChangeColumn, Qt::AccessibleTextRole).toString()};
        for (std::size_t i = 0; i < node.children.size() && i < most; ++i)
            lines.append(node.children[i]->address);
        if (node.children.size() > most)
            lines.append(tr("and %n more", nullptr, int(node.children.size() - most)));
        return toolTipText(lines.join(u'\n'));
    }
    case Qt::AccessibleTextRole:
        return column == ChangeColumn ? QVariant(tr("same change on %1").arg(node.text) % QStringLiteral(": ") %
                                                 (QStringList{theme::phrase(node.kind)} + findingBadge(node.findings))
                                                     .join(QStringLiteral(", ")))
                                      : QVariant();
    case BadgesRole:
        return column == NotesColumn ? QVariant(findingBadge(node.findings) + node.notes) : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    if (column == ChangeColumn)
        return node.text;
    if (column != BeforeColumn)
        return {};
    const auto count = [&](ApplyStatus status) {
        return std::count_if(node.children.begin(), node.children.end(),
                             [&](const auto& child) { return child->status == status; });
    };
    if (statusOf(node) == ApplyStatus::None)
        return theme::word(node.kind);
    const auto failed = count(ApplyStatus::Failed);
    return failed > 0 ? tr("✗ %L1 failed").arg(failed)
                      : tr("%L1 of %L2 done").arg(count(ApplyStatus::Done)).arg(node.children.size());
}

QVariant ChangeTreeModel::sectionData(const Node& node, int column, int role) const {
    if (role == PathRole)
        return node.attribute.path;
    if (role == ActionCountsRole || column != ChangeColumn)
        return moduleData(node, column, role);
    if (role == TitleRole)
        return node.text;
    return role == Qt::DisplayRole || role == Qt::AccessibleTextRole
               ? sectionText(node.text, std::accumulate(node.counts.begin(), node.counts.end(), 0),
                             int(std::ranges::count(node.children, NodeType::Finding, &Node::type)), role)
               : QVariant();
}

QString ChangeTreeModel::sectionText(const QString& title, int changes, int findings, int role) {
    if (role != Qt::AccessibleTextRole)
        return QStringLiteral("%1 (%L2)").arg(title).arg(changes + findings);
    QStringList parts{title};
    if (changes > 0)
        parts.append(tr("%n change(s)", nullptr, changes));
    if (findings > 0)
        parts.append(tr("%n finding(s)", nullptr, findings));
    return parts.join(QStringLiteral(", "));
}

QVariant ChangeTreeModel::findingData(const PlanFinding& finding, int column, int role) {
    if (role == SeverityRole)
        return finding.severity;
    if (column != ChangeColumn)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return finding.title;
    case ModuleRole:
        return finding.subject;
    case Qt::ToolTipRole:
        return toolTipText(finding.meaning);
    case Qt::AccessibleTextRole:
        return QString(finding.title % QStringLiteral(", ") % finding.subject);
    case Qt::AccessibleDescriptionRole:
        return finding.meaning;
    default:
        return {};
    }
}

QVariant ChangeTreeModel::moduleData(const Node& node, int column, int role) const {
    if (role == ActionCountsRole) {
        QVariantList list;
        for (const int count : node.counts)
            list.append(count);
        return list;
    }
    if (role == BadgesRole && column == NotesColumn)
        return findingBadge(node.findings);
    if (column != ChangeColumn)
        return {};
    if (role == Qt::DisplayRole)
        return node.text;
    if (role == Qt::ToolTipRole)
        return toolTipText(node.text);
    if (role == Qt::AccessibleTextRole) {
        QStringList parts;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = node.counts[std::size_t(kind)])
                parts.append(QStringLiteral("%1 %2").arg(count).arg(theme::word(kind)));
        parts += findingBadge(node.findings);
        return QString(node.text % QStringLiteral(": ") % parts.join(QStringLiteral(", ")));
    }
    return {};
}

QVariant ChangeTreeModel::resourceData(const Node& node, int column, int role) const {
    const plans::ResourceInstanceChange& change = *node.change;
    if (role == MovedRole)
        return change.isMoved();
    if (role == DeposedRole)
        return qstring(change.deposed);
    if (role == ImportedRole)
        return change.change.importing.has_value();
    if (role == Qt::CheckStateRole && column == ChangeColumn)
        return node.drift ? QVariant() : QVariant(reviewState(node));
    if (role == CostRole)
        return m_costs && change.deposed.empty() ? costText(costOf(*m_costs, change.address), m_costs->currency)
                                                 : QString();
    if (role == ModuleRole)
        return node.isOutsideModule ? shortText(change.address.module) : QString();
    if (role == NameStartRole) {
        const addrs::Resource& resource = change.address.resource;
        return int(resource.type.size()) + 1 + (resource.mode == addrs::ResourceMode::Data ? 5 : 0);
    }
    if (role == Qt::ToolTipRole) {
        const QStringList notes = resourceData(node, NotesColumn, BadgesRole).toStringList();
        return toolTipText(
            (column == NotesColumn && !notes.isEmpty() ? notes : QStringList{node.address, phraseOf(node)} + notes)
                .join(u'\n'));
    }
    if (role == BadgesRole && column == NotesColumn) {
        QStringList badges;
        const QStringList found = m_findings.value(instanceOf(node.address)).titles;
        for (const QString& title : found)
            badges.append(QStringLiteral("⚠ ") + title);
        if (!change.deposed.empty())
            badges.append(tr("deposed %1").arg(qstring(change.deposed)));
        if (change.deposed.empty() && m_rows->drifted.contains(node.address))
            badges.append(tr("changed since the last apply"));
        if (change.isMoved())
            badges.append(tr("moved from %1").arg(qstring(change.previousAddress.toString())));
        if (change.change.importing)
            badges.append(tr("imported"));
        if (change.reason == plans::ActionReason::ReplaceByRequest)
            badges.append(tr("replacement requested"));
        if (change.reason == plans::ActionReason::ReplaceBecauseTainted)
            badges.append(tr("tainted"));
        if (!node.drift && (node.kind == ActionKind::Delete || plans::isReplace(change.change.action)))
            if (const std::string id = engine::displayId(change.change.before).second; !id.empty())
                badges.append((change.change.action == plans::Action::ForgetThenCreate
                                   ? tr("object %1 is not destroyed")
                                   : tr("object %1"))
                                  .arg(maskedText(id, m_rows->secrets)));
        return badges;
    }
    if (role == Qt::AccessibleTextRole && column == ChangeColumn)
        return (QStringList{QString(instanceOf(node.address) % u' ' % phraseOf(node))} +
                resourceData(node, NotesColumn, BadgesRole).toStringList())
            .join(QStringLiteral(", "));
    if (role != Qt::DisplayRole)
        return {};
    if (column == ChangeColumn)
        return node.text;
    if (column == BeforeColumn && node.status == ApplyStatus::None)
        return node.drift ? phraseOf(node) : theme::word(change);
    if (column == BeforeColumn)
        switch (node.status) {
        case ApplyStatus::None:
            break;
        case ApplyStatus::Waiting:
            return tr("waiting");
        case ApplyStatus::Running:
            return node.statusNote.isEmpty() ? tr("running…") : tr("running, %1").arg(node.statusNote);
        case ApplyStatus::Done:
            return node.statusNote.isEmpty() ? tr("done") : tr("done in %1").arg(node.statusNote);
        case ApplyStatus::Failed:
            return node.statusNote.isEmpty() ? tr("✗ failed") : tr("✗ failed after %1").arg(node.statusNote);
        case ApplyStatus::Skipped:
            return statusText(node.status);
        }
    return {};
}

} // namespace planlens::models
