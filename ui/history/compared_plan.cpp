// SPDX-License-Identifier: MPL-2.0
#include "ui/history/compared_plan.h"

#include "core/diff/plan_difference.h"
#include "core/diff/value_equivalence.h"
#include "core/plans/applied_changes.h"
#include "ui/basics/text.h"
#include "ui/history/private_files.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>

namespace planlens::history {

using plans::Action;
using values::Value;

namespace {

constexpr auto action = QLatin1String("action"), reason = QLatin1String("reason"), deposed = QLatin1String("deposed"),
               previous = QLatin1String("previous"), isImported = QLatin1String("import"),
               after = QLatin1String("after"), rest = QLatin1String("rest"), isNotApplied = QLatin1String("notApplied");

QByteArray bytesOf(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Action actionNamed(const QString& name) {
    for (const Action known : {Action::Create, Action::Read, Action::Update, Action::DeleteThenCreate,
                               Action::CreateThenDelete, Action::Delete, Action::Forget, Action::ForgetThenCreate})
        if (qstring(plans::name(known)) == name)
            return known;
    return Action::NoOp;
}

/// Masking may have made the text an invalid address. In that case creates an address with the same text.
addrs::AbsResourceInstance addressIn(const QString& text) {
    if (auto address = addrs::readAbsResourceInstance(text.toStdString()))
        return *address;
    return {{},
            {addrs::ResourceMode::Managed, text.section(u'.', 0, 0).toStdString(), text.section(u'.', 1).toStdString()},
            {}};
}

Value valueOf(const QJsonValue& fingerprint) {
    return fingerprint.isString() ? Value::string(fingerprint.toString().toStdString())
                                  : Value::null(values::Type::string());
}

plans::ResourceInstanceChange changeOf(const Change& kept) {
    const QJsonObject form = QJsonDocument::fromJson(kept.compared).object();
    plans::ResourceInstanceChange change;
    change.deposed = form[deposed].toString().toStdString();
    change.address = addressIn(change.deposed.empty() ? kept.address : kept.address.section(u' ', 0, -4));
    change.previousAddress = form.contains(previous) ? addressIn(form[previous].toString()) : change.address;
    change.reason =
        plans::actionReasonFromJson(form[reason].toString().toStdString()).value_or(plans::ActionReason::None);
    change.change.action = actionNamed(form[action].toString());
    if (form[isImported].toBool())
        change.change.importing.emplace();
    change.change.before = valueOf(form[rest]);
    if (const QJsonValue values = form[after]; values.isObject()) {
        std::vector<std::pair<std::string, Value>> arguments;
        const QJsonObject object = values.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            arguments.emplace_back(it.key().toStdString(), valueOf(it.value()));
        change.change.after = Value::object(std::move(arguments));
    } else {
        change.change.after = valueOf(values);
    }
    return change;
}

/// Returns the lowest severity of the recorded changes. Omitted ones are not more severe.
int leastSeverity(const plans::Plan& plan) {
    int least = 0;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        least = std::max(least, diff::severity(*change));
    return least;
}

} // namespace

QString ComparedForms::fingerprint(const std::string& text) const {
    constexpr qsizetype digits = 16; // enough for the number of plans
    return m_fingerprints.of(text).left(digits);
}

QString ComparedForms::masked(const std::string& text) const {
    return qstring(m_mask.masked(text));
}

QByteArray ComparedForms::of(const plans::Plan& plan, const plans::ResourceInstanceChange& change) const {
    QJsonObject form{{action, qstring(plans::name(change.change.action))}};
    if (!plans::isApplied(plan, change.address))
        form[isNotApplied] = true;
    if (change.reason != plans::ActionReason::None)
        form[reason] = qstring(plans::jsonName(change.reason));
    if (!change.deposed.empty())
        form[deposed] = qstring(change.deposed);
    if (change.isMoved())
        form[previous] = masked(change.previousAddress.toString());
    std::string others = diff::equivalenceKey(change.change.before);
    for (const values::Path& path : change.requiredReplace)
        others += '\n' + path.toString();
    if (const auto& importing = change.change.importing) {
        form[isImported] = true;
        others += '\n' + importing->id + (importing->unknown ? "?" : "\n") + diff::equivalenceKey(importing->identity);
    }
    form[rest] = fingerprint(others);
    const Value value = change.change.after.unmarked();
    if (value.isKnown() && !value.isNull() && value.type().isObject()) {
        QJsonObject arguments;
        for (std::size_t i = 0; i < value.size(); ++i)
            arguments[masked(value.key(i))] = value.element(i).isNull()
                                                  ? QJsonValue()
                                                  : QJsonValue(fingerprint(diff::equivalenceKey(value.element(i))));
        form[after] = arguments;
    } else if (!value.isNull()) {
        form[after] = fingerprint(diff::equivalenceKey(value));
    }
    return bytesOf(form);
}

QByteArray ComparedForms::of(const std::vector<plans::OutputChange>& outputs) const {
    QJsonObject form;
    for (const plans::OutputChange& output : outputs)
        if (output.module.isRoot() && output.change.action != Action::NoOp)
            form[masked(output.name)] = QJsonArray{qstring(plans::name(output.change.action)),
                                                   fingerprint(diff::equivalenceKey(output.change.after))};
    return form.isEmpty() ? QByteArray() : bytesOf(form);
}

plans::Plan planOf(const Run& run) {
    std::map<std::string, plans::ResourceInstanceChange> changes; // by address and deposed key
    plans::Plan plan;
    for (const Change& kept : run.changes) {
        if (kept.address == outputsAddress) {
            const QJsonObject form = QJsonDocument::fromJson(kept.compared).object();
            for (auto it = form.begin(); it != form.end(); ++it) {
                plans::OutputChange output;
                output.name = it.key().toStdString();
                output.change.action = actionNamed(it.value()[0].toString());
                output.change.after = valueOf(it.value()[1]);
                plan.changes.add(std::move(output));
            }
            continue;
        }
        const auto [at, isNew] = changes.try_emplace(kept.address.toStdString());
        if (isNew) {
            at->second = changeOf(kept);
            if (QJsonDocument::fromJson(kept.compared)[isNotApplied].toBool())
                plan.notApplied.push_back(at->second.address);
        } else // another instance with a masked key: one change represents both
            at->second.change.before = Value::string(at->second.change.before.asString() + kept.compared.toStdString());
    }
    std::ranges::sort(plan.notApplied);
    for (auto& [address, change] : changes)
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
    return plan;
}

Comparison compare(const Run& before, const Run& after) {
    const plans::Plan one = planOf(before), other = planOf(after);
    auto difference = std::make_shared<diff::PlanDifference>(diff::difference(one, other));
    // Changes that exist in only one plan may have been omitted from the record of the other.
    std::erase_if(difference->changes,
                  [&, kept = leastSeverity(one), keptNow = leastSeverity(other)](const diff::ChangeDifference& change) {
                      return (before.omitted > 0 && !change.before && diff::severity(*change.after) >= kept) ||
                             (after.omitted > 0 && !change.after && diff::severity(*change.before) >= keptNow);
                  });
    return {std::move(difference), before.omitted > 0 || after.omitted > 0};
}

} // namespace planlens::history
