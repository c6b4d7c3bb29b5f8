// SPDX-License-Identifier: MPL-2.0
#include "ui/session/recording/run_of_result.h"

#include "core/engine/display_id.h"
#include "core/plans/changes.h"
#include "core/values/json/json.h"
#include "ui/basics/change_key.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/history/compared_plan.h"
#include "ui/history/private_files.h"
#include "ui/theme/action_style.h"

#include <algorithm>
#include <array>
#include <map>

namespace planlens::history {

using values::Value;

namespace {

constexpr int mostAttributes = 200; // per change
constexpr qsizetype longestText = 256;

/// A part of a value that is compared as a whole.
struct Leaf {
    QString text;
    bool isSecret = false;
};
using Leaves = std::map<std::string, Leaf>; // by path

class LeafReader {
public:
    LeafReader(const models::Secrets& mask, const Fingerprints& fingerprints)
        : m_mask(mask)
        , m_fingerprints(fingerprints) {}

    Leaves leaves(const Value& value) const {
        Leaves found;
        read(value, {}, found);
        return found;
    }

    std::string masked(std::string_view text) const { return m_mask.masked(text); }

private:
    static std::string wholeText(const Value& value) {
        const Value plain = value.unmarkedDeep();
        if (!plain.isWhollyKnown())
            return {};
        if (!plain.isNull() && plain.type().isString())
            return plain.asString();
        const auto json = values::toJson(plain, plain.type());
        return json ? *json : std::string();
    }

    void add(const Value& value, const std::string& path, Leaves& found) const {
        Leaf leaf;
        const std::string text = wholeText(value);
        leaf.isSecret = value.containsMark(values::Mark::sensitive());
        if (!value.isWhollyKnown()) {
            leaf.text = QStringLiteral("(known after apply)");
        } else if (leaf.isSecret || m_mask.areIn(text)) {
            leaf.isSecret = true;
            leaf.text = m_fingerprints.of(text);
        } else {
            leaf.text = qstring(text);
            if (leaf.text.size() > longestText)
                leaf.text = leaf.text.left(longestText - 1) + QChar(0x2026);
        }
        found.insert_or_assign(m_mask.masked(path), std::move(leaf));
    }

    void read(const Value& value, const std::string& path, Leaves& found) const {
        if (value.isSensitive() || (value.unmarked().isKnown() && !value.unmarked().isNull() && value.type().isSet()))
            return add(value, path, found);
        const Value plain = value.unmarked();
        if (plain.isKnown() && plain.isNull())
            return;
        const values::Type type = plain.type();
        const bool isKeyed = plain.isKnown() && type.isMapping();
        if (!isKeyed && !(plain.isKnown() && (type.isList() || type.isTuple())))
            return add(value, path, found);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            const std::string name = !isKeyed       ? "[" + std::to_string(i) + "]"
                                     : path.empty() ? plain.key(i)
                                                    : "." + plain.key(i);
            read(plain.element(i), path + name, found);
        }
    }

    const models::Secrets& m_mask;
    const Fingerprints& m_fingerprints;
};

QVector<Attribute> attributesOf(const plans::Change& change, const LeafReader& reader) {
    const Leaves before = reader.leaves(change.before);
    const Leaves after = reader.leaves(change.after);
    QVector<Attribute> attributes;
    const auto add = [&](const std::string& path, const Leaf* old, const Leaf* fresh) {
        const bool isSecret = (old && old->isSecret) || (fresh && fresh->isSecret);
        if (attributes.size() < mostAttributes && (isSecret || !old || !fresh || old->text != fresh->text))
            attributes.append({qstring(path), old ? old->text : QString(), fresh ? fresh->text : QString(), isSecret});
    };
    for (const auto& [path, leaf] : before) {
        const auto fresh = after.find(path);
        add(path, &leaf, fresh == after.end() ? nullptr : &fresh->second);
    }
    for (const auto& [path, leaf] : after)
        if (!before.contains(path))
            add(path, nullptr, &leaf);
    return attributes;
}

QString englishName(theme::ActionKind kind) {
    switch (kind) {
    case theme::ActionKind::Delete:
        return QStringLiteral("delete");
    case theme::ActionKind::Replace:
        return QStringLiteral("replace");
    case theme::ActionKind::Forget:
        return QStringLiteral("forget");
    case theme::ActionKind::Update:
        return QStringLiteral("update");
    case theme::ActionKind::Create:
        return QStringLiteral("create");
    case theme::ActionKind::Read:
        return QStringLiteral("read");
    case theme::ActionKind::Import:
        return QStringLiteral("import");
    case theme::ActionKind::Move:
        return QStringLiteral("move");
    case theme::ActionKind::NoOp:
        break;
    }
    return QStringLiteral("no-op");
}

} // namespace

QString objectIdOf(const plans::ResourceInstanceChange& change) {
    return qstring(engine::displayId(change.change.before).second);
}

QString optionsOf(const session::Request& request) {
    QStringList options;
    if (request.mode == session::PlanMode::Destroy)
        options.append(QStringLiteral("-destroy"));
    if (request.mode == session::PlanMode::RefreshOnly)
        options.append(QStringLiteral("-refresh-only"));
    if (request.reading == session::Reading::None)
        options.append(QStringLiteral("-refresh=false"));
    const auto add = [&](const QString& option, const QStringList& values) {
        for (const QString& value : values)
            options.append(option + value);
    };
    add(QStringLiteral("-replace="), request.replace);
    add(QStringLiteral("-target="), request.target);
    add(QStringLiteral("-exclude="), request.exclude);
    add(QStringLiteral("-var-file="), request.variableFiles);
    QStringList names = request.variables.keys();
    names.sort();
    for (const QString& name : std::as_const(names))
        options.append(QStringLiteral("-var %1=…").arg(name));
    return options.join(u' ');
}

Run runOf(const session::Result& result, const Fingerprints& fingerprints) {
    Run run;
    run.at = QDateTime::currentDateTime();
    run.milliseconds = result.milliseconds;
    run.folder = result.request.folder;
    run.workspace = result.workspace;
    run.hash = result.planHash;
    run.lineage = result.stateSource.lineage;
    run.serial = result.stateSource.serial;
    run.options = optionsOf(result.request);
    run.outcome = result.hasErrors()  ? Run::Outcome::Errors
                  : result.wasStopped ? Run::Outcome::Stopped
                                      : Run::Outcome::Planned;
    if (!result.plan)
        return run;
    const models::Secrets mask = result.secrets();
    const LeafReader reader(mask, fingerprints);
    const ComparedForms compared(mask, fingerprints);
    run.comparedBy = fingerprints.origin();
    run.options = qstring(mask.masked(run.options.toStdString()));
    for (const session::DiagnosticText& text : result.diagnostics)
        if (text.isError && run.message.isEmpty())
            run.message = qstring(mask.masked(text.summary.toStdString()));
    std::vector<std::pair<theme::ActionKind, const plans::ResourceInstanceChange*>> changes;
    std::array<int, theme::allActionKinds.size()> counts{};
    for (const plans::ResourceInstanceChangePtr& change : result.changes().resources()) {
        const theme::ActionKind kind = theme::actionKind(*change);
        if (kind == theme::ActionKind::NoOp)
            continue;
        ++counts[std::size_t(theme::appliedKind(*result.plan, *change))];
        changes.emplace_back(kind, change.get());
    }
    QStringList counted;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (counts[std::size_t(kind)] > 0 && kind != theme::ActionKind::NoOp)
            counted.append(QStringLiteral("%1 %2").arg(counts[std::size_t(kind)]).arg(englishName(kind)));
    run.counts = counted.join(QStringLiteral(", "));
    std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [kind, change] : changes) {
        if (run.changes.size() >= mostChanges) {
            ++run.omitted;
            continue;
        }
        Change kept;
        kept.address = qstring(mask.masked(changeKey(*change).toStdString()));
        kept.action = englishName(kind);
        kept.objectId = qstring(mask.masked(objectIdOf(*change).toStdString()));
        kept.attributes = attributesOf(change->change, reader);
        kept.compared = compared.of(*result.plan, *change);
        run.changes.append(std::move(kept));
    }
    QVector<Attribute> outputs;
    for (const plans::OutputChange& output : result.changes().outputs()) {
        if (!output.module.isRoot() || output.change.action == plans::Action::NoOp)
            continue;
        plans::Change change = output.change;
        if (output.sensitive) {
            change.before = change.before.withMark(values::Mark::sensitive());
            change.after = change.after.withMark(values::Mark::sensitive());
        }
        for (Attribute& attribute : attributesOf(change, reader)) {
            attribute.path = qstring(mask.masked(output.name)) +
                             (attribute.path.isEmpty() ? QString() : QString(u'.' + attribute.path));
            outputs.append(std::move(attribute));
        }
    }
    if (QByteArray form = compared.of(result.changes().outputs()); !form.isEmpty()) {
        Change kept;
        kept.address = outputsAddress;
        kept.action = QStringLiteral("update");
        kept.compared = std::move(form);
        kept.attributes = std::move(outputs);
        run.changes.append(std::move(kept));
    }
    return run;
}

} // namespace planlens::history
