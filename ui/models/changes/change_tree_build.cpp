// SPDX-License-Identifier: MPL-2.0
// Builds the rows of the tree of changes.
#include "ui/basics/text.h"
#include "ui/models/changes/change_tree_node.h"

#include <QCollator>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

namespace planlens::models {

using theme::ActionKind;

void ChangeTreeModel::Node::addAttributes(AttributeRow from) {
    std::vector<AttributeRow*> computed;
    const auto addRow = [this](Node& owner, AttributeRow& given) {
        Node* child = owner.add(NodeType::Attribute);
        child->text = given.name;
        child->kind = kind;
        child->address = address;
        child->isLoaded = true;
        child->addAttributes(given);
        given.children.clear();
        given.withoutEffect.clear();
        child->attribute = std::move(given);
    };
    for (AttributeRow& given : from.children) {
        if (given.isGap)
            addHidden(given.name);
        else if (given.isComputed)
            computed.push_back(&given);
        else
            addRow(*this, given);
    }
    const auto addFolded = [&](NodeType of, QLatin1String prefix, const QString& title,
                               const std::vector<AttributeRow*>& folded) {
        QStringList names;
        for (const AttributeRow* one : folded)
            names.append(one->name);
        Node* owner = add(of);
        owner->text = title.arg(names.join(QStringLiteral(", ")));
        owner->kind = kind;
        owner->address = address;
        owner->isLoaded = true;
        owner->attribute.path = QString(prefix % from.path);
        for (AttributeRow* one : folded)
            addRow(*owner, *one);
    };
    if (!computed.empty())
        addFolded(NodeType::Computed, QLatin1String("computed:"),
                  computed.size() == 1
                      ? ChangeTreeModel::tr("1 computed attribute: %1")
                      : ChangeTreeModel::tr("%n computed attributes: %1", nullptr, int(computed.size())),
                  computed);
    if (!from.withoutEffect.empty()) {
        std::vector<AttributeRow*> rows;
        for (AttributeRow& one : from.withoutEffect)
            rows.push_back(&one);
        addFolded(NodeType::NoEffect, QLatin1String("no-effect:"),
                  rows.size() == 1
                      ? ChangeTreeModel::tr("1 attribute without effective change: %1")
                      : ChangeTreeModel::tr("%n attributes without effective change: %1", nullptr, int(rows.size())),
                  rows);
    }
    if (from.hiddenUnchanged > 0)
        addHidden(ChangeTreeModel::tr("%n unchanged hidden", nullptr, from.hiddenUnchanged));
}

ChangeTreeModel::Node* ChangeTreeModel::Node::addResource(const plans::ResourceInstanceChange& resource) {
    Node* node = add(NodeType::Resource);
    node->change = &resource;
    node->kind = theme::actionKind(resource);
    node->address = qstring(resource.address.toString());
    node->text = qstring(addrs::ResourceInstance{resource.address.resource, resource.address.key}.toString());
    for (Node* owner = this; owner; owner = owner->parent)
        ++owner->counts[std::size_t(node->kind)];
    return node;
}

namespace {

/// The text for a group of identical changes: "12 × aws_s3_bucket.logs".
QString sameText(const diff::SameChange& same) {
    const addrs::Resource& first = same.changes.front()->address.resource;
    const bool isOneResource = std::all_of(same.changes.begin(), same.changes.end(),
                                           [&](const auto& change) { return change->address.resource == first; });
    const std::string name =
        isOneResource ? first.toString() : (first.mode == addrs::ResourceMode::Data ? "data." : "") + first.type;
    return QStringLiteral("%1 \u00d7 %2").arg(same.changes.size()).arg(qstring(name));
}

QStringList sameNotes(const diff::SameChange& same, std::size_t modules) {
    constexpr std::size_t most = 3;
    QStringList notes{ChangeTreeModel::tr("same change")};
    if (modules > 1)
        notes.append(ChangeTreeModel::tr("in %n modules", nullptr, int(modules)));
    for (std::size_t i = 0; i < same.attributes.size() && i < most; ++i)
        notes.append(qstring(same.attributes[i]));
    if (same.attributes.size() > most)
        notes.append(ChangeTreeModel::tr("and %n more", nullptr, int(same.attributes.size() - most)));
    return notes;
}

/// Sorts by the addresses that `address` returns, with numbers in numerical order: r2 comes before r10. Elements with
/// equal addresses keep their order.
template <typename Element, typename Address>
void sortNaturally(std::vector<Element>& elements, const QCollator& collator, const Address& address) {
    std::vector<std::pair<QCollatorSortKey, std::size_t>> order;
    order.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
        order.emplace_back(collator.sortKey(qstring(address(elements[i]))), i);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Element> sorted;
    sorted.reserve(elements.size());
    for (const auto& [key, i] : order)
        sorted.push_back(std::move(elements[i]));
    elements = std::move(sorted);
}

} // namespace

std::shared_ptr<ChangeRows> ChangeTreeModel::rowsOf(const plans::Plan& plan, masking::Secrets secrets,
                                                    const SameChangesPtr& sameChanges, SameRows form,
                                                    const FindingTitles& findings) {
    auto rows = std::make_shared<ChangeRows>();
    rows->secrets = std::move(secrets);
    Node& root = rows->root;
    QHash<QString, Node*>& byAddress = rows->byAddress;
    root.isLoaded = true;
    // The changes that belong to a group row.
    std::unordered_map<const plans::ResourceInstanceChange*, const diff::SameChange*> folded;
    std::unordered_map<const diff::SameChange*, std::set<addrs::ModuleInstance>> modulesOf;
    if (sameChanges && form == SameRows::Folded)
        for (const diff::SameChange& same : *sameChanges)
            for (const plans::ResourceInstanceChangePtr& change : same.changes) {
                folded.emplace(change.get(), &same);
                modulesOf[&same].insert(change->address.module);
            }
    using ChangeList = std::vector<const plans::ResourceInstanceChange*>;
    std::map<addrs::ModuleInstance, ChangeList> changesOf;
    int foundUnchanged = 0;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (theme::actionKind(*change) == ActionKind::NoOp) {
            rows->unchanged.append(qstring(change->address.toString()));
            foundUnchanged += int(findings.value(rows->unchanged.last()).size());
        } else
            changesOf[change->address.module].push_back(change.get());
    }
    QCollator collator(QLocale::English);
    collator.setNumericMode(true);
    std::vector<std::pair<addrs::ModuleInstance, ChangeList>> byModule(std::make_move_iterator(changesOf.begin()),
                                                                       std::make_move_iterator(changesOf.end()));
    sortNaturally(byModule, collator, [](const auto& entry) { return entry.first.toString(); });
    for (auto& [module, changes] : byModule)
        sortNaturally(changes, collator,
                      [](const plans::ResourceInstanceChange* change) { return change->address.resource.toString(); });
    std::unordered_map<const diff::SameChange*, Node*> sameRows;
    const auto rowOf = [&](const diff::SameChange& same, Node& owner) {
        Node*& row = sameRows[&same];
        if (!row) {
            row = owner.add(NodeType::Same);
            row->isLoaded = true;
            row->text = sameText(same);
            row->notes = sameNotes(same, modulesOf[&same].size());
            row->kind = theme::actionKind(*same.changes.front());
        }
        return row;
    };
    const auto addTo = [&](Node& owner, const plans::ResourceInstanceChange& change) {
        Node* node = owner.addResource(change);
        if (change.deposed.empty() || !byAddress.contains(node->address)) {
            if (const int found = int(findings.value(node->address).size());
                found > 0 && !byAddress.contains(node->address))
                for (Node* around = node->parent; around; around = around->parent)
                    around->findings += found;
            byAddress.insert(node->address, node);
        }
        return node;
    };
    const auto sameOf = [&](const plans::ResourceInstanceChange* change) {
        const auto it = folded.find(change);
        return it == folded.end() ? nullptr : it->second;
    };
    for (const auto& [module, changes] : byModule) {
        Node* owner = module.isRoot() ? &root : nullptr;
        for (const plans::ResourceInstanceChange* change : changes) {
            const diff::SameChange* same = sameOf(change);
            if (same && modulesOf[same].size() > 1)
                continue;
            if (!owner) {
                owner = root.add(NodeType::Module);
                owner->text = owner->address = qstring(module.toString());
                owner->isLoaded = true;
                byAddress.insert(owner->address, owner);
            }
            addTo(same ? *rowOf(*same, *owner) : *owner, *change);
        }
        if (owner && owner != &root)
            for (const ActionKind kind : theme::allActionKinds)
                if (owner->counts[std::size_t(kind)] > 0) {
                    owner->kind = kind;
                    break;
                }
    }
    // Groups across modules come after the modules: they never contain destroyed objects, which come first.
    std::vector<const diff::SameChange*> ofModules;
    if (sameChanges && form == SameRows::Folded)
        for (const diff::SameChange& same : *sameChanges)
            if (modulesOf[&same].size() > 1)
                ofModules.push_back(&same);
    std::ranges::stable_sort(ofModules, {},
                             [](const diff::SameChange* same) { return theme::actionKind(*same->changes.front()); });
    QHash<QString, int> withText;
    for (const diff::SameChange* same : ofModules)
        ++withText[sameText(*same)];
    for (const diff::SameChange* same : ofModules) {
        Node* row = rowOf(*same, root);
        if (withText.value(row->text) > 1)
            row->notes.insert(1, tr("from %1").arg(qstring(same->changes.front()->address.toString())));
        for (const plans::ResourceInstanceChangePtr& change : same->changes) {
            Node* node = addTo(*row, *change);
            node->text = node->address;
            if (const QString name = qstring(change->address.module.toString());
                !change->address.module.isRoot() && !byAddress.contains(name))
                byAddress.insert(name, row); // for a module without a row of its own
        }
    }
    if (!rows->unchanged.isEmpty())
        root.addHidden(QStringList(QStringList{tr("%n unchanged hidden", nullptr, int(rows->unchanged.size()))} +
                                   findingBadge(foundUnchanged))
                           .join(QStringLiteral(" · ")));
    return rows;
}

} // namespace planlens::models
