// SPDX-License-Identifier: MPL-2.0
#include "ui/models/change_tree_model.h"

#include "core/plans/plan.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/text.h"
#include "ui/theme/action_style.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace planlens::models {

using theme::ActionKind;
using Counts = std::array<int, theme::allActionKinds.size()>;

struct ChangeTreeModel::Node {
    NodeType type = NodeType::Module;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;
    QString text;    // what the first column says
    QString address; // of a module or resource
    // Resource:
    const plans::ResourceInstanceChange* change = nullptr; // owned by the plan
    ActionKind kind = ActionKind::NoOp;
    ApplyStatus status = ApplyStatus::None;
    bool isLoaded = false;
    // Module:
    Counts counts{};
    // Attribute; without its children, which are nodes:
    AttributeRow attribute;

    Node* add(NodeType childType) {
        auto child = std::make_unique<Node>();
        child->type = childType;
        child->parent = this;
        child->row = int(children.size());
        children.push_back(std::move(child));
        return children.back().get();
    }
    void addHidden(const QString& hiddenText) { add(NodeType::Hidden)->text = hiddenText; }
    void addAttributes(AttributeRow from) {
        for (AttributeRow& childRow : from.children) {
            if (childRow.isGap) {
                addHidden(childRow.name);
                continue;
            }
            Node* child = add(NodeType::Attribute);
            child->text = childRow.name;
            child->kind = kind;
            child->address = address;
            child->isLoaded = true;
            child->addAttributes(childRow);
            childRow.children.clear();
            child->attribute = std::move(childRow);
        }
        if (from.hiddenUnchanged > 0)
            addHidden(ChangeTreeModel::tr("%n unchanged hidden", nullptr, from.hiddenUnchanged));
    }
};

ChangeTreeModel::ChangeTreeModel(QObject* parent) : QAbstractItemModel(parent), m_root(std::make_shared<Node>()) {}
ChangeTreeModel::~ChangeTreeModel() = default;

void ChangeTreeModel::setPlan(std::shared_ptr<const plans::Plan> plan) {
    beginResetModel();
    m_plan = std::move(plan);
    std::shared_ptr<Node> old = std::exchange(m_root, std::make_shared<Node>());
    m_byAddress.clear();
    m_unchanged.reset();
    m_secrets = m_plan ? secretsOf(*m_plan) : Secrets();
    if (m_plan)
        build();
    endResetModel();
    Q_EMIT rowsReplaced(std::move(old));
}

void ChangeTreeModel::build() {
    m_root->isLoaded = true;
    std::map<addrs::ModuleInstance, std::vector<const plans::ResourceInstanceChange*>> byModule;
    int unchanged = 0;
    for (const plans::ResourceInstanceChangePtr& change : m_plan->changes.resources()) {
        if (theme::actionKind(*change) == ActionKind::NoOp)
            ++unchanged;
        else
            byModule[change->address.module].push_back(change.get());
    }
    for (const auto& [module, changes] : byModule) {
        Node* owner = m_root.get();
        if (!module.isRoot()) {
            owner = m_root->add(NodeType::Module);
            owner->text = owner->address = qstring(module.toString());
            owner->isLoaded = true;
        }
        for (const plans::ResourceInstanceChange* change : changes) {
            Node* node = owner->add(NodeType::Resource);
            node->change = change;
            node->kind = theme::actionKind(*change);
            node->address = qstring(change->address.toString());
            node->text = qstring(addrs::ResourceInstance{change->address.resource, change->address.key}.toString());
            ++owner->counts[std::size_t(node->kind)];
            if (change->deposed.empty() || !m_byAddress.contains(node->address))
                m_byAddress.insert(node->address, node);
        }
        if (!module.isRoot()) {
            for (const ActionKind kind : theme::allActionKinds)
                if (owner->counts[std::size_t(kind)] > 0) {
                    owner->kind = kind;
                    break;
                }
            m_byAddress.insert(owner->address, owner);
        }
    }
    if (unchanged > 0)
        m_root->addHidden(tr("%n unchanged hidden", nullptr, unchanged));
}

ChangeTreeModel::Node* ChangeTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}
QModelIndex ChangeTreeModel::indexOfNode(const Node* node, int column) const {
    return node && node != m_root.get() ? createIndex(node->row, column, node) : QModelIndex();
}
QModelIndex ChangeTreeModel::indexOf(const QString& address) const {
    return indexOfNode(m_byAddress.value(address), ChangeColumn);
}

const QStringList& ChangeTreeModel::unchangedAddresses() const {
    if (!m_unchanged) {
        m_unchanged.emplace();
        if (m_plan)
            for (const plans::ResourceInstanceChangePtr& change : m_plan->changes.resources())
                if (theme::actionKind(*change) == ActionKind::NoOp)
                    m_unchanged->append(qstring(change->address.toString()));
    }
    return *m_unchanged;
}

void ChangeTreeModel::setStatus(const QString& address, ApplyStatus status) {
    Node* node = m_byAddress.value(address);
    if (!node || node->status == status)
        return;
    node->status = status;
    Q_EMIT dataChanged(indexOfNode(node, ChangeColumn), indexOfNode(node, NotesColumn), {StatusRole, BadgesRole, Qt::DisplayRole});
}
void ChangeTreeModel::setStatusOfAll(ApplyStatus status) {
    const auto setIn = [&](Node& owner) {
        for (const std::unique_ptr<Node>& child : owner.children)
            if (child->type == NodeType::Resource)
                child->status = status;
        if (!owner.children.empty())
            Q_EMIT dataChanged(indexOfNode(owner.children.front().get(), ChangeColumn), indexOfNode(owner.children.back().get(), NotesColumn),
                               {StatusRole, BadgesRole, Qt::DisplayRole});
    };
    setIn(*m_root);
    for (const std::unique_ptr<Node>& child : m_root->children)
        if (child->type == NodeType::Module)
            setIn(*child);
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
int ChangeTreeModel::columnCount(const QModelIndex&) const { return ColumnCount; }

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
    Node made; // worked out apart, so that the rows are announced before they are there
    made.kind = node->kind;
    made.address = node->address;
    made.addAttributes(attributeRows(*node->change, m_secrets));
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
    case ChangeColumn: return tr("Change");
    case BeforeColumn: return tr("Before");
    case AfterColumn: return tr("After");
    case NotesColumn: return tr("Notes");
    default: return {};
    }
}

QVariant ChangeTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node& node = *nodeOf(index);
    switch (role) {
    case NodeTypeRole: return int(node.type);
    case KindRole: return int(node.kind);
    case AddressRole: return node.address;
    case StatusRole: return int(node.status);
    default: break;
    }
    switch (node.type) {
    case NodeType::Module: return moduleData(node, index.column(), role);
    case NodeType::Resource: return resourceData(node, index.column(), role);
    case NodeType::Attribute: return attributeData(node, index.column(), role);
    case NodeType::Hidden: return role == Qt::DisplayRole && index.column() == ChangeColumn ? node.text : QVariant();
    }
    return {};
}

QVariant ChangeTreeModel::moduleData(const Node& node, int column, int role) const {
    if (role == ActionCountsRole) {
        QVariantList list;
        for (const int count : node.counts)
            list.append(count);
        return list;
    }
    if (column != ChangeColumn)
        return {};
    if (role == Qt::DisplayRole)
        return node.text;
    if (role == Qt::ToolTipRole)
        return plainToolTip(node.text);
    if (role == Qt::AccessibleTextRole) {
        QStringList parts;
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = node.counts[std::size_t(kind)])
                parts.append(QStringLiteral("%1 %2").arg(count).arg(theme::word(kind)));
        return QString(node.text % QStringLiteral(": ") % parts.join(QStringLiteral(", ")));
    }
    return {};
}

QVariant ChangeTreeModel::resourceData(const Node& node, int column, int role) const {
    const plans::ResourceInstanceChange& change = *node.change;
    if (role == MovedRole)
        return change.isMoved();
    if (role == ImportedRole)
        return change.change.importing.has_value();
    if (role == Qt::ToolTipRole)
        return plainToolTip(node.address % u'\n' % theme::phrase(node.kind));
    if (role == BadgesRole && column == NotesColumn) {
        QStringList badges;
        if (!change.deposed.empty())
            badges.append(tr("deposed %1").arg(qstring(change.deposed)));
        if (change.isMoved())
            badges.append(tr("moved from %1").arg(qstring(change.previousAddress.toString())));
        if (change.change.importing)
            badges.append(tr("imported"));
        if (change.reason == plans::ActionReason::ReplaceByRequest)
            badges.append(tr("replacing asked for"));
        if (change.reason == plans::ActionReason::ReplaceBecauseTainted)
            badges.append(tr("tainted"));
        return badges;
    }
    if (role == Qt::AccessibleTextRole && column == ChangeColumn)
        return QString(node.address % u' ' % theme::phrase(node.kind));
    if (role != Qt::DisplayRole)
        return {};
    if (column == ChangeColumn)
        return node.text;
    if (column == BeforeColumn && node.status == ApplyStatus::None)
        return theme::word(node.kind);
    if (column == BeforeColumn)
        switch (node.status) {
        case ApplyStatus::None: break;
        case ApplyStatus::Waiting: return tr("waiting");
        case ApplyStatus::Running: return tr("running…");
        case ApplyStatus::Done: return tr("done");
        case ApplyStatus::Failed: return tr("failed");
        }
    return {};
}

QVariant ChangeTreeModel::attributeData(const Node& node, int column, int role) const {
    const AttributeRow& row = node.attribute;
    switch (role) {
    case PathRole: return row.path;
    case SensitiveRole: return row.sensitive;
    case ChangedRole: return row.state != AttributeRow::State::Unchanged;
    case Qt::ToolTipRole: return plainToolTip(column == BeforeColumn ? row.before : column == AfterColumn ? row.after : row.path);
    case BadgesRole:
        if (column == NotesColumn) {
            QStringList badges;
            if (!row.textNote.isEmpty())
                badges.append(row.textNote);
            if (row.forcesReplacement)
                badges.append(tr("forces replacement"));
            if (row.knownAfterApply)
                badges.append(tr("known after apply"));
            if (row.sensitive)
                badges.append(tr("sensitive"));
            return badges;
        }
        return {};
    case Qt::DisplayRole:
        switch (column) {
        case ChangeColumn: return node.text;
        case BeforeColumn: return row.before;
        case AfterColumn: return row.after;
        default: return {};
        }
    default: return {};
    }
}

} // namespace planlens::models
