// SPDX-License-Identifier: MPL-2.0
#include "ui/models/drift_model.h"

#include "core/explain/drift.h"
#include "core/plans/plan.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/shown_drift.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QSet>
#include <QSize>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

namespace planlens::models {

using explain::DriftItem;
using explain::DriftTier;

struct DriftModel::Group {
    std::vector<const DriftItem*> items;
    std::size_t number = 0;
};
/// The attributes with the same effect on the plan, or the deleted objects, each of which is a group of its own.
struct DriftModel::Tier {
    DriftTier tier = DriftTier::Undone; // unless they are deleted objects
    bool isGone = false;
    std::vector<Group> groups;
    int items = 0, objects = 0;
};
struct DriftModel::Rows {
    std::shared_ptr<const plans::Plan> plan; // owns the data of the items
    std::vector<DriftItem> items;
    std::vector<Tier> tiers;                         // non-empty tiers
    std::vector<std::pair<std::size_t, int>> groups; // by group number: its tier and its row in the tier
    Secrets secrets;
};

namespace {

// The internal id of an index is its parent: none for tiers, a tier for groups, a group for items.
constexpr quintptr inNothing = 0;
constexpr quintptr firstTier = 1;
constexpr quintptr firstGroup = 16;

constexpr int few = 200; // limit of objects processed on the GUI thread

QString effectOf(DriftTier tier, const DriftItem* item) {
    switch (tier) {
    case DriftTier::Undone:
        return item && item->isGone() ? DriftModel::tr("recreated by this plan")
                                      : DriftModel::tr("reverted by this plan");
    case DriftTier::Replaced:
        return DriftModel::tr("set to another value by this plan");
    case DriftTier::Destroyed:
        return DriftModel::tr("destroyed by this plan");
    case DriftTier::Feeding:
        return DriftModel::tr("causes other changes of this plan");
    case DriftTier::TakenOver:
        return DriftModel::tr("updates the state");
    case DriftTier::Irrelevant:
        return DriftModel::tr("no effect");
    case DriftTier::NoEffect:
        return DriftModel::tr("most providers treat an empty value like null");
    case DriftTier::Ignored:
        return item && !item->byRule ? DriftModel::tr("ignored by ignore_changes")
                                     : DriftModel::tr("muted by a rule of this folder");
    }
    return {};
}

/// Returns the parts of module paths that differ; empty if nothing is left of one of them.
QStringList differingParts(const std::vector<const DriftItem*>& items) {
    std::vector<std::vector<addrs::ModuleStep>> paths;
    for (const DriftItem* item : items)
        paths.push_back(item->drift->address.module.path);
    const std::vector<addrs::ModuleStep> first = paths.front();
    std::size_t head = first.size(), tail = first.size(), least = first.size();
    for (const auto& path : paths) {
        const auto end = path.begin() + std::ptrdiff_t(std::min(path.size(), first.size()));
        head = std::min(head, std::size_t(std::mismatch(path.begin(), end, first.begin()).first - path.begin()));
        const auto back = path.rbegin() + std::ptrdiff_t(std::min(path.size(), first.size()));
        tail = std::min(tail, std::size_t(std::mismatch(path.rbegin(), back, first.rbegin()).first - path.rbegin()));
        least = std::min(least, path.size());
    }
    if (head >= least) // one is within another, or in the root module
        return {};
    tail = std::min(tail, least - head - 1);
    QStringList parts;
    for (const auto& path : paths)
        parts.append(
            qstring(addrs::ModuleInstance{{path.begin() + std::ptrdiff_t(head), path.end() - std::ptrdiff_t(tail)}}
                        .toString()));
    return parts;
}

/// Returns the names of the first instances: "a, b[0], …". If they differ only in their modules, these follow the name:
/// "a in module.x, module.y".
QString namesOf(const std::vector<const DriftItem*>& items) {
    constexpr std::size_t most = 10;
    const std::vector<const DriftItem*> shown(items.begin(),
                                              items.begin() + std::ptrdiff_t(std::min(items.size(), most)));
    QStringList names;
    for (const DriftItem* item : shown) {
        const addrs::AbsResourceInstance& address = item->drift->address;
        names.append(qstring(addrs::ResourceInstance{address.resource, address.key}.toString())
                         .mid(qsizetype(address.resource.toString().size() - address.resource.name.size())));
    }
    const QStringList more = items.size() > most ? QStringList{QStringLiteral("…")} : QStringList();
    if (QSet<QString>(names.begin(), names.end()).size() == names.size())
        return (names + more).join(QStringLiteral(", "));
    const bool haveSameName = names.count(names.front()) == names.size();
    if (const QStringList parts = differingParts(shown); haveSameName && !parts.isEmpty())
        return DriftModel::tr("%1 in %2").arg(names.front(), (parts + more).join(QStringLiteral(", ")));
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (const addrs::ModuleInstance& module = shown[i]->drift->address.module; !module.isRoot())
            names[qsizetype(i)].prepend(QString(qstring(module.toString()) % u'.'));
    return (names + more).join(QStringLiteral(", "));
}

} // namespace

DriftModel::DriftModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_rows(std::make_shared<const Rows>()) {}
DriftModel::~DriftModel() {
    session::deleteInBackground(std::move(m_rows));
}

void DriftModel::setPlan(std::shared_ptr<const plans::Plan> plan, Secrets secrets) {
    m_plan = std::move(plan);
    m_secrets = std::move(secrets);
    rebuild();
}

void DriftModel::setRules(std::vector<explain::DriftRule> rules) {
    m_rules = std::move(rules);
    rebuild();
}

void DriftModel::rebuild() {
    const quint64 generation = ++m_generation;
    if (!m_plan || int(m_plan->drift.size()) <= few)
        return take(rowsOf(m_plan, m_secrets, m_rules));
    session::inBackground(
        [plan = m_plan, secrets = m_secrets, rules = m_rules] { return rowsOf(plan, secrets, rules); }, this,
        [this, generation](std::shared_ptr<const Rows> rows) {
            if (generation == m_generation)
                take(std::move(rows));
        });
}

void DriftModel::take(std::shared_ptr<const Rows> rows) {
    beginResetModel();
    std::shared_ptr<const Rows> old = std::exchange(m_rows, std::move(rows));
    endResetModel();
    session::deleteInBackground(std::move(old));
}

std::shared_ptr<const DriftModel::Rows> DriftModel::rowsOf(std::shared_ptr<const plans::Plan> plan,
                                                           const Secrets& secrets,
                                                           const std::vector<explain::DriftRule>& rules) {
    auto rows = std::make_shared<Rows>();
    if (!plan || plan->drift.empty())
        return rows;
    rows->secrets = secrets;
    rows->items = explain::driftItems(*plan, rules);
    rows->plan = std::move(plan);
    const auto add = [&](Tier made, const auto& isOfTier) {
        std::unordered_map<std::string, std::size_t> byKey;
        const plans::ResourceInstanceChange* last = nullptr;
        for (const DriftItem& item : rows->items) {
            if (!std::invoke(isOfTier, item))
                continue;
            const std::string key = item.isGone() ? item.drift->address.toString()
                                                  : item.drift->address.resource.type + '\n' + item.path.toString() +
                                                        (item.byRule ? "\nrule" : "");
            const auto [at, isNew] = byKey.try_emplace(key, made.groups.size());
            if (isNew)
                made.groups.emplace_back();
            made.groups[at->second].items.push_back(&item);
            ++made.items;
            made.objects += item.drift != last;
            last = item.drift;
        }
        if (made.groups.empty())
            return;
        // The most frequent attributes first.
        std::ranges::stable_sort(made.groups, [](const Group& a, const Group& b) {
            return std::pair(a.items.front()->isGone() ? a.items.front()->tier : DriftTier::Undone, b.items.size()) <
                   std::pair(b.items.front()->isGone() ? b.items.front()->tier : DriftTier::Undone, a.items.size());
        });
        for (std::size_t i = 0; i < made.groups.size(); ++i) {
            made.groups[i].number = rows->groups.size();
            rows->groups.emplace_back(rows->tiers.size(), int(i));
        }
        rows->tiers.push_back(std::move(made));
    };
    Tier gone;
    gone.isGone = true;
    add(std::move(gone), &DriftItem::isGone);
    for (const DriftTier tier :
         {DriftTier::Undone, DriftTier::Replaced, DriftTier::Destroyed, DriftTier::Feeding, DriftTier::TakenOver,
          DriftTier::Irrelevant, DriftTier::NoEffect, DriftTier::Ignored}) {
        Tier made;
        made.tier = tier;
        add(std::move(made), [&](const DriftItem& item) { return !item.isGone() && item.tier == tier; });
    }
    return rows;
}

int DriftModel::itemCount() const {
    return int(m_rows->items.size());
}
int DriftModel::objectCount() const {
    int count = 0;
    const plans::ResourceInstanceChange* last = nullptr; // the items of an object follow each other
    for (const DriftItem& item : m_rows->items) {
        count += !item.byRule && item.drift != last;
        if (!item.byRule)
            last = item.drift;
    }
    return count;
}
int DriftModel::ignoredByRules() const {
    return int(
        std::count_if(m_rows->items.begin(), m_rows->items.end(), [](const DriftItem& item) { return item.byRule; }));
}

DriftModel::Place DriftModel::placeOf(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    const quintptr in = index.internalId();
    const auto row = std::size_t(index.row());
    if (in == inNothing)
        return {&m_rows->tiers[row], nullptr, nullptr};
    if (in < firstGroup) {
        const Tier& tier = m_rows->tiers[in - firstTier];
        const Group& group = tier.groups[row];
        return {&tier, &group, group.items.size() == 1 ? group.items.front() : nullptr};
    }
    const auto [tier, groupRow] = m_rows->groups[in - firstGroup];
    const Group& group = m_rows->tiers[tier].groups[std::size_t(groupRow)];
    return {&m_rows->tiers[tier], &group, group.items[row]};
}

const DriftItem* DriftModel::itemOf(const QModelIndex& index) const {
    return placeOf(index).item;
}
const DriftItem* DriftModel::firstOf(const QModelIndex& index) const {
    const Place place = placeOf(index);
    return place.item ? place.item : place.group ? place.group->items.front() : nullptr;
}

QModelIndex DriftModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, inNothing);
    if (parent.internalId() == inNothing)
        return createIndex(row, column, firstTier + quintptr(parent.row()));
    return createIndex(row, column, firstGroup + placeOf(parent).group->number);
}

QModelIndex DriftModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == inNothing)
        return {};
    if (index.internalId() < firstGroup)
        return createIndex(int(index.internalId() - firstTier), 0, inNothing);
    const auto [tier, row] = m_rows->groups[index.internalId() - firstGroup];
    return createIndex(row, 0, firstTier + quintptr(tier));
}

int DriftModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return int(m_rows->tiers.size());
    if (parent.column() != 0 || parent.internalId() >= firstGroup)
        return 0;
    const Place place = placeOf(parent);
    if (!place.group)
        return int(place.tier->groups.size());
    return place.group->items.size() > 1 ? int(place.group->items.size()) : 0;
}

int DriftModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant DriftModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SubjectColumn:
        return tr("Resource instance");
    case AttributeColumn:
        return tr("Attribute");
    case BeforeColumn:
        return tr("State");
    case AfterColumn:
        return tr("Now");
    case EffectColumn:
        return tr("Effect");
    default:
        return {};
    }
}

QString DriftModel::text(const Place& place, int column) const {
    if (!place.group)
        return column != SubjectColumn ? QString()
               : place.tier->isGone
                   ? tr("Deleted since the last apply (%n object(s))", nullptr, place.tier->objects)
                   : QStringLiteral("%1 (%2)").arg(
                         driftTierTitle(place.tier->tier),
                         tr("%n change(s) of %1", "of %n object(s)", place.tier->items)
                             .arg(tr("%n object(s)", "as in: changes of 3 objects", place.tier->objects)));
    const auto value = [&](const DriftItem& item) {
        if (item.isGone())
            return column == BeforeColumn ? tr("exists") : tr("deleted");
        return valueText(column == BeforeColumn ? item.before : item.after, m_rows->secrets);
    };
    const DriftItem& first = *place.group->items.front();
    switch (column) {
    case SubjectColumn:
        return place.item ? qstring(place.item->drift->address.toString())
                          : QStringLiteral("%1  ×%2: %3")
                                .arg(qstring(first.drift->address.resource.type))
                                .arg(place.group->items.size())
                                .arg(namesOf(place.group->items));
    case AttributeColumn:
        return first.isGone() ? tr("(whole object)") : qstring(first.pathText());
    case BeforeColumn:
    case AfterColumn: {
        if (place.item)
            return value(*place.item);
        const auto& items = place.group->items;
        const auto of = [&](const DriftItem* item) -> const values::Value& {
            return column == BeforeColumn ? item->before : item->after;
        };
        const bool areSame = first.isGone() || std::all_of(items.begin(), items.end(), [&](const DriftItem* item) {
                                 return of(item) == of(&first);
                             });
        return areSame ? value(first) : tr("several values");
    }
    case EffectColumn:
        return effectOf(first.tier, &first);
    default:
        return {};
    }
}

QVariant DriftModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Place place = placeOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(place, index.column());
    case Qt::ToolTipRole:
        return toolTipText(text(place, index.column()));
    case Qt::AccessibleTextRole:
        if (index.column() == SubjectColumn && place.group)
            return QString(text(place, SubjectColumn) % QStringLiteral(", ") % text(place, AttributeColumn) %
                           QStringLiteral(": ") % text(place, EffectColumn));
        return text(place, index.column());
    case Qt::SizeHintRole:
        return QSize(0, theme::rowHeight);
    case AddressRole:
        return place.item ? qstring(place.item->drift->address.toString()) : QString();
    case Qt::FontRole:
        if (!place.group) {
            QFont font;
            font.setBold(true);
            return font;
        }
        return index.column() == EffectColumn ? QVariant() : theme::monospaceFont();
    case Qt::ForegroundRole:
        if (place.tier->tier == DriftTier::Ignored && place.group)
            return theme::surfaces(theme::currentScheme()).dimText;
        return {};
    case Qt::BackgroundRole:
        if (place.group && index.column() == BeforeColumn)
            return theme::surfaces(theme::currentScheme()).beforeTint;
        if (place.group && index.column() == AfterColumn)
            return theme::surfaces(theme::currentScheme()).afterTint;
        return {};
    default:
        return {};
    }
}

} // namespace planlens::models
