// SPDX-License-Identifier: MPL-2.0
#include "ui/models/value_tree_model.h"

#include "core/values/text/quoted.h"
#include "core/values/value.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QSize>

#include <vector>

namespace planlens::models {

using values::Value;

struct ValueTreeModel::Node {
    QString name;
    Value value;
    bool isCount = false; // represents omitted rows; only the name is set
    Node* parent = nullptr;
    int row = 0;
    bool isFilled = false;
    std::vector<std::unique_ptr<Node>> children;

    Node& add(const QString& childName, const Value& childValue) {
        auto& child = children.emplace_back(std::make_unique<Node>());
        child->name = childName;
        child->value = childValue;
        child->parent = this;
        child->row = int(children.size()) - 1;
        return *child;
    }
    bool hasMore() const {
        if (isCount || value.isSensitive())
            return false;
        const Value plain = value.unmarked();
        return !plain.isNull() && plain.isKnown() && !plain.type().isPrimitive() && plain.size() > 0;
    }
};

ValueTreeModel::ValueTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>()) {
    m_root->isFilled = true;
}
ValueTreeModel::~ValueTreeModel() = default;

void ValueTreeModel::setValue(const Value& value, const Secrets& secrets) {
    beginResetModel();
    m_secrets = secrets;
    m_root = std::make_unique<Node>();
    m_root->value = value;
    if (m_root->hasMore())
        fill(*m_root);
    else if (value.isSensitive())
        m_root->add({}, value);
    m_root->isFilled = true;
    endResetModel();
}

void ValueTreeModel::setNamed(const QString& name, const Value& value, const Secrets& secrets) {
    beginResetModel();
    m_secrets = secrets;
    m_root = std::make_unique<Node>();
    m_root->add(name, value);
    m_root->isFilled = true;
    endResetModel();
}

void ValueTreeModel::clear() {
    beginResetModel();
    m_root = std::make_unique<Node>();
    m_root->isFilled = true;
    endResetModel();
}

void ValueTreeModel::fill(Node& node) const {
    node.isFilled = true;
    const Value plain = node.value.unmarked();
    const bool isObject = plain.type().isObject(), isKeyed = isObject || plain.type().isMap();
    int left = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const Value& element = plain.element(i);
        if (isObject && element.unmarked().isKnown() && element.unmarked().isNull()) {
            ++left;
            continue;
        }
        node.add(isObject               ? qstring(plain.key(i))
                 : isKeyed              ? qstring("[" + values::quoted(plain.key(i)) + "]")
                 : plain.type().isSet() ? QStringLiteral("·")
                                        : QStringLiteral("[%1]").arg(i),
                 element);
    }
    if (left > 0)
        node.add(tr("%n attribute(s) not set", nullptr, left), {}).isCount = true;
}

ValueTreeModel::Node* ValueTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex ValueTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    return createIndex(row, column, nodeOf(parent)->children[std::size_t(row)].get());
}

QModelIndex ValueTreeModel::parent(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    Node* const parent = nodeOf(index)->parent;
    return parent == m_root.get() ? QModelIndex() : createIndex(parent->row, 0, parent);
}

int ValueTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : int(nodeOf(parent)->children.size());
}
int ValueTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}
bool ValueTreeModel::hasChildren(const QModelIndex& parent) const {
    const Node* node = nodeOf(parent);
    return parent.column() <= 0 && (node->isFilled ? !node->children.empty() : node->hasMore());
}
bool ValueTreeModel::canFetchMore(const QModelIndex& parent) const {
    return parent.column() <= 0 && !nodeOf(parent)->isFilled && nodeOf(parent)->hasMore();
}

void ValueTreeModel::fetchMore(const QModelIndex& parent) {
    if (!canFetchMore(parent))
        return;
    Node& node = *nodeOf(parent);
    Node filled;
    filled.value = node.value;
    fill(filled);
    node.isFilled = true;
    if (filled.children.empty())
        return;
    beginInsertRows(parent, 0, int(filled.children.size()) - 1);
    node.children = std::move(filled.children);
    for (const std::unique_ptr<Node>& child : node.children)
        child->parent = &node;
    endInsertRows();
}

QVariant ValueTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Attribute") : tr("Value");
}

QVariant ValueTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node& node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: {
        const QString text = index.column() == NameColumn ? node.name
                             : node.isCount               ? QString()
                                                          : valueText(node.value, m_secrets);
        return role == Qt::ToolTipRole ? toolTipText(text) : text;
    }
    case Qt::SizeHintRole:
        return QSize(0, theme::rowHeight);
    case SensitiveRole:
        return node.value.isSensitive();
    case Qt::FontRole:
        return node.isCount ? QVariant() : QVariant(theme::monospaceFont());
    case Qt::ForegroundRole: {
        const bool isDim =
            node.isCount || (index.column() == ValueColumn && (node.value.isSensitive() || node.hasMore()));
        return isDim ? QVariant(theme::surfaces(theme::currentScheme()).dimText) : QVariant();
    }
    default:
        return {};
    }
}

} // namespace planlens::models
