// SPDX-License-Identifier: MPL-2.0
// Builds the rows of the tree of changes, and returns what they show.
#include "core/plans/applied_changes.h"
#include "ui/basics/change_key.h"
#include "ui/basics/text.h"
#include "ui/models/changes/change_tree_node.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace planlens::models {

using theme::ActionKind;

namespace {

/// Whether a row says nothing besides the name of its only child.
bool isOnlyPath(const AttributeRow& row) {
    return row.isPath && row.children.size() == 1 && row.withoutEffect.empty() && row.textNote.isEmpty() &&
           !row.forcesReplacement && !row.knownAfterApply && !row.sensitive;
}

/// Joins a row with its only child: `spec[0].template[0]`. Otherwise nested blocks would need a row for each level.
void shortenPath(AttributeRow& row) {
    constexpr qsizetype longest = 32;
    while (isOnlyPath(row)) {
        AttributeRow child = std::move(row.children.front());
        const QString name = row.name % (child.name.startsWith(u'[') ? QString() : QStringLiteral(".")) % child.name;
        const int hidden = row.hiddenUnchanged + child.hiddenUnchanged;
        const bool isValue = child.children.empty() && child.withoutEffect.empty();
        const bool isClear = child.name.startsWith(u'[') || !child.name.contains(u'.');
        if (!child.isPath || child.isComputed || !isClear || name.size() > longest || (isValue && hidden > 0)) {
            row.children.front() = std::move(child);
            return;
        }
        row = std::move(child);
        row.name = name;
        row.hiddenUnchanged = hidden;
    }
}

} // namespace

void ChangeTreeModel::Node::addAttributes(AttributeRow from) {
    std::vector<AttributeRow*> computed;
    const auto addRow = [this](Node& owner, AttributeRow& given) {
        shortenPath(given);
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

QString ChangeTreeModel::Node::shown(const QString& value, std::optional<std::string> TextPair::*side) const {
    if (children.empty() || value.isEmpty())
        return value;
    const std::shared_ptr<const TextPair>& texts = attribute.texts; // the value is shortened
    if (texts && attribute.knownAfterApply && !((*texts).*side))
        return value;
    const qsizetype size = texts && (*texts).*side ? qstring(*((*texts).*side)).size() : value.size();
    return ChangeTreeModel::tr("(%n characters, see below)", nullptr, int(size));
}

ChangeTreeModel::Node* ChangeTreeModel::Node::addResource(const plans::ResourceInstanceChange& resource,
                                                          theme::ActionKind shownKind) {
    Node* node = add(NodeType::Resource);
    node->change = &resource;
    node->kind = shownKind;
    node->address = changeKey(resource);
    node->text = qstring(addrs::ResourceInstance{resource.address.resource, resource.address.key}.toString());
    for (Node* owner = this; owner; owner = owner->parent)
        ++owner->counts[std::size_t(node->kind)];
    return node;
}

namespace {

/// Returns the text for a group of identical changes: "12 × aws_s3_bucket.logs".
QString sameText(const diff::SameChange& same) {
    const addrs::Resource& first = same.changes.front()->address.resource;
    const bool isOneResource = std::all_of(same.changes.begin(), same.changes.end(),
                                           [&](const auto& change) { return change->address.resource == first; });
    const std::string name =
        isOneResource ? first.toString() : (first.mode == addrs::ResourceMode::Data ? "data." : "") + first.type;
    return QStringLiteral("%L1 \u00d7 %2").arg(same.changes.size()).arg(qstring(name));
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

/// Builds the rows of one plan.
class RowsBuilder {
public:
    RowsBuilder(const plans::Plan& plan, const SameChangesPtr& sameChanges, const RowForm& form,
                const FoundByAddress& findings, const configs::Config* config, ChangeRows& rows)
        : m_plan(plan)
        , m_form(form)
        , m_findings(findings)
        , m_config(config)
        , m_rows(rows) {
        if (!sameChanges || form.same == SameRows::Apart)
            return;
        m_same = sameChanges.get();
        for (const diff::SameChange& same : *m_same)
            for (const plans::ResourceInstanceChangePtr& change : same.changes) {
                m_folded.emplace(change.get(), &same);
                m_modulesOf[&same].insert(change->address.module);
            }
    }

    void build() {
        m_rows.form = m_form;
        m_rows.root.isLoaded = true;
        const std::vector<ShownDrift> drift = shownDrift(m_plan);
        for (const ShownDrift& one : drift)
            m_drift.emplace(one.change.get(), one.tier);
        m_rows.isDrift = !m_drift.empty();
        for (const plans::ResourceInstanceChangePtr& one : m_plan.drift)
            if (!m_rows.isDrift && explain::isDrifted(*one))
                m_rows.drifted.insert(qstring(one->address.toString()));
        const bool isByModule = m_form.order == ChangeOrder::Module;
        if (isByModule)
            addGroupsOfModules(Ends::Some);
        for (const ChangeSection& section : changeSections(m_plan, m_form.order, m_findings, m_config, drift))
            isByModule ? addModule(section) : addSection(section);
        if (isByModule)
            addGroupsOfModules(Ends::None);
        addUnchanged();
    }

private:
    using Node = ChangeTreeModel::Node;

    void addSection(const ChangeSection& section) {
        Node* owner = m_rows.root.add(NodeType::Section);
        owner->text = section.title;
        owner->attribute.path = QString(QStringLiteral("section:") % section.key);
        owner->isLoaded = true;
        for (const PlanFinding& finding : section.findings)
            owner->add(NodeType::Finding)->finding = finding;
        m_sameRows.clear(); // a group has a row in each section
        for (const plans::ResourceInstanceChange* change : section.changes) {
            const diff::SameChange* same = sameOf(change);
            Node* node = addTo(same ? *rowOf(*same, *owner) : *owner, *change);
            node->isOutsideModule = true;
        }
        setWorstKind(*owner);
    }

    /// Changes of the root module are at the top level, and groups that span modules come later.
    void addModule(const ChangeSection& section) {
        Node* owner = section.title.isEmpty() ? &m_rows.root : nullptr;
        for (const plans::ResourceInstanceChange* change : section.changes) {
            const diff::SameChange* same = sameOf(change);
            if (same && m_modulesOf[same].size() > 1)
                continue;
            if (!owner) {
                owner = m_rows.root.add(NodeType::Module);
                owner->text = owner->address = section.title;
                owner->isLoaded = true;
                m_rows.byAddress.insert(owner->address, owner);
            }
            addTo(same ? *rowOf(*same, *owner) : *owner, *change);
        }
        if (owner && owner != &m_rows.root)
            setWorstKind(*owner);
    }

    /// Whether the changes of a group end objects. Such groups are before the modules, the others after them.
    enum class Ends { None, Some };
    void addGroupsOfModules(Ends ends) {
        std::vector<const diff::SameChange*> ofModules;
        if (m_same)
            for (const diff::SameChange& same : *m_same)
                if (m_modulesOf[&same].size() > 1 &&
                    plans::isReplace(same.changes.front()->change.action) == (ends == Ends::Some))
                    ofModules.push_back(&same);
        std::ranges::stable_sort(
            ofModules, {}, [](const diff::SameChange* same) { return theme::actionKind(*same->changes.front()); });
        QHash<QString, int> withText;
        for (const diff::SameChange* same : ofModules)
            ++withText[sameText(*same)];
        for (const diff::SameChange* same : ofModules) {
            Node* row = rowOf(*same, m_rows.root);
            if (withText.value(row->text) > 1)
                row->notes.insert(
                    1, ChangeTreeModel::tr("from %1").arg(qstring(same->changes.front()->address.toString())));
            for (const plans::ResourceInstanceChangePtr& change : same->changes) {
                Node* node = addTo(*row, *change);
                node->isOutsideModule = true;
                if (const QString name = qstring(change->address.module.toString());
                    !change->address.module.isRoot() && !m_rows.byAddress.contains(name))
                    m_rows.byAddress.insert(name, row); // for a module without a row of its own
            }
        }
    }

    void addUnchanged() {
        int found = 0;
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources())
            if (theme::actionKind(*change) == ActionKind::NoOp &&
                !(m_rows.isDrift && m_rows.byAddress.contains(qstring(change->address.toString())))) {
                m_rows.unchanged.append(qstring(change->address.toString()));
                found += m_findings.value(m_rows.unchanged.last()).count;
            }
        if (!m_rows.unchanged.isEmpty())
            m_rows.root.addHidden(QStringList(QStringList{ChangeTreeModel::tr("%n unchanged hidden", nullptr,
                                                                              int(m_rows.unchanged.size()))} +
                                              ChangeTreeModel::findingBadge(found))
                                      .join(QStringLiteral(" · ")));
    }

    Node* rowOf(const diff::SameChange& same, Node& owner) {
        Node*& row = m_sameRows[&same];
        if (!row) {
            row = owner.add(NodeType::Same);
            row->isLoaded = true;
            row->text = sameText(same);
            row->notes = sameNotes(same, m_modulesOf[&same].size());
            row->kind = theme::actionKind(*same.changes.front());
            row->isApplied = plans::isApplied(m_plan, same.changes.front()->address);
        }
        return row;
    }

    Node* addTo(Node& owner, const plans::ResourceInstanceChange& change) {
        Node* node = owner.addResource(change, theme::listedKind(m_plan, change));
        if (const auto drift = m_drift.find(&change); drift != m_drift.end())
            node->drift = drift->second;
        node->isApplied = plans::isApplied(m_plan, change.address);
        if (!change.address.module.isRoot())
            m_rows.modules.insert(qstring(change.address.module.toString()));
        const QString instance = instanceOf(node->address);
        const bool isFirst = !m_rows.byAddress.contains(instance);
        if (const int found = m_findings.value(instance).count; found > 0 && isFirst)
            for (Node* around = node->parent; around; around = around->parent)
                around->findings += found;
        m_rows.byAddress.insert(node->address, node);
        if (!change.deposed.empty()) {
            m_rows.deposed.insert(instance, node);
            if (isFirst)
                m_rows.byAddress.insert(instance, node);
        }
        return node;
    }

    const diff::SameChange* sameOf(const plans::ResourceInstanceChange* change) const {
        const auto it = m_folded.find(change);
        return it == m_folded.end() ? nullptr : it->second;
    }

    static void setWorstKind(Node& owner) {
        const auto worst = std::ranges::find_if(theme::allActionKinds,
                                                [&](ActionKind kind) { return owner.counts[std::size_t(kind)] > 0; });
        if (worst != theme::allActionKinds.end())
            owner.kind = *worst;
    }

    const plans::Plan& m_plan;
    const RowForm m_form;
    const FoundByAddress& m_findings;
    const configs::Config* m_config; // may be null
    ChangeRows& m_rows;
    const std::vector<diff::SameChange>* m_same = nullptr;
    std::unordered_map<const plans::ResourceInstanceChange*, const diff::SameChange*> m_folded;
    std::unordered_map<const diff::SameChange*, std::set<addrs::ModuleInstance>> m_modulesOf;
    std::unordered_map<const diff::SameChange*, Node*> m_sameRows;
    std::unordered_map<const plans::ResourceInstanceChange*, explain::DriftTier> m_drift;
};

} // namespace

std::shared_ptr<ChangeRows> ChangeTreeModel::rowsOf(const plans::Plan& plan, masking::Secrets secrets,
                                                    const SameChangesPtr& sameChanges, const RowForm& form,
                                                    const FoundByAddress& findings, const configs::Config* config) {
    auto rows = std::make_shared<ChangeRows>();
    rows->secrets = std::move(secrets);
    RowsBuilder(plan, sameChanges, form, findings, config, *rows).build();
    return rows;
}

const plans::ResourceInstanceChange* ChangeTreeModel::changeOf(const QString& address) const {
    const Node* node = m_rows->byAddress.value(address);
    return node ? node->change : nullptr;
}

const plans::ResourceInstanceChange* ChangeTreeModel::driftOf(const QString& address) const {
    const Node* node = m_rows->byAddress.value(address);
    return node && node->drift ? node->change : nullptr;
}

QString ChangeTreeModel::driftSentence(const QString& address) const {
    const Node* node = m_rows->byAddress.value(address);
    return node && node->drift
               ? models::driftSentence(*node->drift, node->change->change.action == plans::Action::Delete)
               : QString();
}

QString ChangeTreeModel::phraseOf(const Node& node) const {
    return !node.drift                       ? theme::phrase(node.kind)
           : node.kind == ActionKind::Delete ? tr("no longer exists")
                                             : tr("changed since the last apply");
}

} // namespace planlens::models
