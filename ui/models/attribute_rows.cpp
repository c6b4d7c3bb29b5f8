// SPDX-License-Identifier: MPL-2.0
#include "ui/models/attribute_rows.h"

#include "core/diff/pairing.h"
#include "core/explain/unknown_values.h"
#include "core/plans/no_effect.h"
#include "core/values/text/quoted.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/models/text_rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace planlens::models {

using values::Value;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AttributeRows)
};

QString unknownText() {
    return Words::tr("(known after apply)");
}

bool isContainer(const Value& value) {
    if (value.isNull() || !value.isKnown())
        return false;
    const values::Type type = value.type();
    return type.isObject() || type.isMap() || type.isList() || type.isTuple() || type.isSet();
}
bool isKeyed(const Value& value) {
    return value.type().isObject() || value.type().isMap();
}

QString simpleText(const Value& value, qsizetype limit, const Secrets& secrets) {
    if (value.isSensitive())
        return secretMask();
    const Value plain = value.unmarked();
    if (!plain.isKnown())
        return unknownText();
    if (plain.isNull())
        return QStringLiteral("null");
    if (plain.type().isBool())
        return plain.asBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (plain.type().isNumber())
        return qstring(plain.asNumber().toString());
    if (plain.type().isString()) {
        if (holdsSecret(plain.asString(), secrets))
            return secretMask();
        const QString text = qstring(values::quoted(plain.asString()));
        return text.size() > limit ? text.left(limit - 1) + QChar(0x2026) : text;
    }
    const bool keyed = isKeyed(plain);
    QString text = keyed ? QStringLiteral("{") : QStringLiteral("[");
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i)
            text += QStringLiteral(", ");
        if (keyed)
            text += qstring(plain.key(i)) + QStringLiteral(" = ");
        text += simpleText(plain.element(i), limit - text.size(), secrets);
        if (text.size() > limit)
            return text.left(limit - 1) + QChar(0x2026);
    }
    return text + (keyed ? QStringLiteral("}") : QStringLiteral("]"));
}

class Walker {
public:
    Walker(const std::vector<values::Path>& requiredReplace, const Secrets& secrets)
        : m_requiredReplace(requiredReplace)
        , m_secrets(secrets) {}
    Walker(const plans::Plan* plan, const plans::ResourceInstanceChange& change, const Secrets& secrets)
        : m_requiredReplace(change.requiredReplace)
        , m_secrets(secrets)
        , m_plan(plan)
        , m_change(&change) {}

    AttributeRow compare(const QString& name, const values::Path& path, const Value* before, const Value* after) {
        AttributeRow row;
        row.name = name;
        row.path = qstring(path.toString());
        if (row.path.startsWith(u'.'))
            row.path.remove(0, 1);
        row.forcesReplacement = !path.isEmpty() && std::find(m_requiredReplace.begin(), m_requiredReplace.end(),
                                                             path) != m_requiredReplace.end();
        row.state = stateOf(before, after);
        row.sensitive = (before && before->isSensitive()) || (after && after->isSensitive());
        row.knownAfterApply = after && !after->isKnown();
        if (row.knownAfterApply && m_plan)
            addSources(row, path);
        const bool splitBefore = before && isContainer(*before);
        const bool splitAfter = after && isContainer(*after);
        const bool canSplit = !row.sensitive && (splitBefore || splitAfter) &&
                              (!before || splitBefore || before->isNull()) && (!after || splitAfter || after->isNull());
        if (canSplit) {
            const Value beforePlain = splitBefore ? before->unmarked() : Value();
            const Value afterPlain = splitAfter ? after->unmarked() : Value();
            split(row, path, splitBefore ? &beforePlain : nullptr, splitAfter ? &afterPlain : nullptr);
        }
        const bool isSplit = !(row.children.empty() && row.withoutEffect.empty()) && !path.isEmpty();
        if (!isSplit) {
            row.before = before && !(before->isNull() && row.state == AttributeRow::State::Added)
                             ? simpleText(*before, longestText, m_secrets)
                             : QString();
            row.after = after && !(after->isNull() && row.state == AttributeRow::State::Removed)
                            ? simpleText(*after, longestText, m_secrets)
                            : QString();
            addTexts(row, before, after);
        }
        return row;
    }

private:
    /// Adds the differences within texts, unless they contain secrets.
    void addTexts(AttributeRow& row, const Value* before, const Value* after) const {
        if (row.state == AttributeRow::State::Unchanged)
            return;
        TextPair texts;
        for (const auto& [value, text] : {std::pair(before, &texts.before), std::pair(after, &texts.after)}) {
            if (!value || (!value->isMarked() && value->isKnown() && value->isNull()))
                continue;
            if (value->isMarked() || !value->isKnown() || !value->type().isString() ||
                holdsSecret(value->asString(), m_secrets))
                return;
            *text = value->asString();
        }
        if (texts.before || texts.after)
            splitText(row, std::move(texts), m_secrets);
    }

    void addSources(AttributeRow& row, const values::Path& path) const {
        for (const explain::UnknownSource& source : explain::unknownSources(*m_plan, m_change->address, path)) {
            const QString address = qstring(source.address.toString());
            row.sources.push_back({address, QString(address % qstring(source.path.toString()))});
        }
        row.isComputed = row.sources.empty() && !row.forcesReplacement && explain::isComputed(*m_plan, *m_change, path);
    }

    static AttributeRow::State stateOf(const Value* before, const Value* after) {
        const bool hasBefore = before && !before->isNull();
        const bool hasAfter = after && !after->isNull();
        if (!hasBefore && !hasAfter)
            return AttributeRow::State::Unchanged;
        if (!hasBefore)
            return AttributeRow::State::Added;
        if (!hasAfter)
            return AttributeRow::State::Removed;
        return before->unmarkedDeep() == after->unmarkedDeep() && after->isWhollyKnown()
                   ? AttributeRow::State::Unchanged
                   : AttributeRow::State::Changed;
    }

    void child(AttributeRow& parent, const QString& name, const values::Path& path, const Value* before,
               const Value* after) {
        AttributeRow row = compare(name, path, before, after);
        if (row.state == AttributeRow::State::Unchanged && !row.forcesReplacement) {
            const bool isId = parent.path.isEmpty() && name == QStringLiteral("id");
            const bool isNull = (!before || before->isNull()) && (!after || after->isNull());
            if (!isId || isNull) {
                if (!isNull)
                    ++parent.hiddenUnchanged;
                return;
            }
        }
        const bool isFolded = before && after && !row.forcesReplacement && plans::hasNoEffect(*before, *after);
        (isFolded ? parent.withoutEffect : parent.children).push_back(std::move(row));
    }

    void split(AttributeRow& row, const values::Path& path, const Value* before, const Value* after) {
        const Value& shape = after ? *after : *before;
        if (shape.type().isSet()) {
            splitSet(row, path, before, after);
        } else if (isKeyed(shape)) {
            std::set<std::string> keys;
            for (const Value* side : {before, after})
                for (std::size_t i = 0; side && isKeyed(*side) && i < side->size(); ++i)
                    keys.insert(side->key(i));
            for (const std::string& key : keys) {
                const bool isAttribute = shape.type().isObject();
                child(row, isAttribute ? qstring(key) : qstring("[" + values::quoted(key) + "]"),
                      isAttribute ? path.attribute(key) : path.index(std::string_view(key)),
                      before && isKeyed(*before) ? before->find(key) : nullptr,
                      after && isKeyed(*after) ? after->find(key) : nullptr);
            }
        } else {
            splitList(row, path, before && !isKeyed(*before) ? before : nullptr,
                      after && !isKeyed(*after) ? after : nullptr);
        }
    }

    static std::vector<diff::JsonNode> dataOf(const Value* list) {
        std::vector<diff::JsonNode> data;
        for (std::size_t i = 0; list && i < list->size(); ++i)
            data.push_back(diff::knownParts(list->element(i)).value_or(diff::JsonNode()));
        return data;
    }
    static const Value* at(const Value* list, std::size_t position) {
        return position == diff::Pair::nowhere ? nullptr : &list->element(position);
    }

    void splitList(AttributeRow& row, const values::Path& path, const Value* before, const Value* after) {
        const std::vector<diff::JsonNode> dataBefore = dataOf(before), dataAfter = dataOf(after);
        for (const diff::Pair& pair : diff::pairList(dataBefore, dataAfter)) {
            const bool hasMoved =
                pair.before != diff::Pair::nowhere && pair.after != diff::Pair::nowhere && pair.before != pair.after;
            const std::size_t position = pair.after == diff::Pair::nowhere ? pair.before : pair.after;
            child(row,
                  hasMoved ? QStringLiteral("[%1 \u2192 %2]").arg(pair.before).arg(pair.after)
                           : QStringLiteral("[%1]").arg(position),
                  path.index(std::int64_t(position)), at(before, pair.before), at(after, pair.after));
        }
        if (after && after->isWhollyKnown() && diff::differInOrderOnly(dataBefore, dataAfter))
            row.textNote = Words::tr("only the order changes");
    }

    void splitSet(AttributeRow& row, const values::Path& path, const Value* before, const Value* after) {
        const std::vector<diff::JsonNode> dataBefore = dataOf(before), dataAfter = dataOf(after);
        const std::string_view identity = diff::identityOf(dataAfter.empty() ? dataBefore : dataAfter);
        for (const diff::Pair& pair : diff::pairSet(dataBefore, dataAfter)) {
            const Value* from = at(before, pair.before);
            const Value* to = at(after, pair.after);
            const Value& element = to ? *to : *from;
            const Value plain = element.unmarked();
            QString name = !to ? QStringLiteral("–") : !from ? QStringLiteral("+") : QStringLiteral("~");
            if (const Value* label =
                    !identity.empty() && isContainer(plain) && isKeyed(plain) ? plain.find(identity) : nullptr;
                label && label->isKnown() && !label->isNull())
                name = qstring(identity) % QStringLiteral(" = ") % simpleText(*label, longestText, m_secrets);
            child(row, name, path.index(element), from, to);
        }
    }

    const std::vector<values::Path>& m_requiredReplace;
    const Secrets& m_secrets;
    const plans::Plan* m_plan = nullptr; // with m_change
    const plans::ResourceInstanceChange* m_change = nullptr;
};

} // namespace

AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const Secrets& secrets) {
    if (sensitive) {
        AttributeRow row;
        row.sensitive = true;
        row.state =
            change.action == plans::Action::NoOp ? AttributeRow::State::Unchanged : AttributeRow::State::Changed;
        row.before = change.before.isNull() ? QString() : secretMask();
        row.after = change.after.isNull() ? QString() : secretMask();
        return row;
    }
    return Walker(requiredReplace, secrets).compare({}, {}, &change.before, &change.after);
}

AttributeRow attributeRows(const plans::ResourceInstanceChange& change, const Secrets& secrets) {
    return attributeRows(change.change, change.requiredReplace, false, secrets);
}

AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Secrets& secrets) {
    return Walker(&plan, change, secrets).compare({}, {}, &change.change.before, &change.change.after);
}

QString valueText(const Value& value, const Secrets& secrets) {
    return simpleText(value, longestText, secrets);
}

} // namespace planlens::models
