// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/copied_changes.h"

#include "core/diff/rows/attribute_row.h"
#include "core/plans/schemas.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/json/json.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/theme/action_style.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace planlens::models {

using values::Value;

namespace {

const QString unknownText = QStringLiteral("(known after apply)");

/// Marks what the schema of the resource declares sensitive.
Value marked(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const Value& value) {
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(plan, change);
    if (!schema || value.isNull() || !value.isKnown())
        return value;
    return value.withPathMarks(schemas::sensitivePaths(schema->block, value.unmarkedDeep()));
}

void addRows(const std::vector<AttributeRow>& rows, int depth, QString& text) {
    for (const AttributeRow& row : rows) {
        text += QString(depth * 4, u' ') % row.name;
        if (row.children.empty() && !row.isGap) {
            text += QStringLiteral(": ");
            text += row.before.isEmpty() || row.state == AttributeRow::State::Unchanged ? row.after
                    : row.after.isEmpty() ? QString(row.before % QStringLiteral(" → null"))
                                          : QString(row.before % QStringLiteral(" → ") % row.after);
            if (row.forcesReplacement)
                text += QStringLiteral("  # forces replacement");
        }
        text += u'\n';
        addRows(row.children, depth + 1, text);
    }
}

QJsonValue jsonOf(const Value& value, const Secrets& secrets) {
    if (value.isSensitive())
        return secretMask();
    const Value plain = value.unmarked();
    if (!plain.isKnown())
        return unknownText;
    if (plain.isNull())
        return QJsonValue::Null;
    const values::Type type = plain.type();
    if (type.isString())
        return maskedText(plain.asString(), secrets);
    if (type.isMapping()) {
        QJsonObject object;
        for (std::size_t i = 0; i < plain.size(); ++i)
            object.insert(maskedText(plain.key(i), secrets), jsonOf(plain.element(i), secrets));
        return object;
    }
    if (type.isList() || type.isTuple() || type.isSet()) {
        QJsonArray array;
        for (std::size_t i = 0; i < plain.size(); ++i)
            array.append(jsonOf(plain.element(i), secrets));
        return array;
    }
    const auto text = values::toJson(plain, type);
    if (!text || secrets.areIn(*text))
        return secretMask();
    return QJsonDocument::fromJson("[" + QByteArray::fromStdString(*text) + "]").array().first();
}

} // namespace

QString copiedText(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets) {
    QString text;
    for (const plans::ResourceInstanceChange* change : changes) {
        const theme::ActionKind kind = theme::actionKind(*change);
        text += theme::glyph(kind) % u' ' % qstring(change->address.toString()) % u' ' % theme::phrase(kind) % u'\n';
        addRows(attributeRows(plan, *change, secrets).children, 1, text);
    }
    return text;
}

QString copiedHcl(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets) {
    diff::RowTexts texts;
    texts.mask = secretMask().toStdString();
    texts.longest = std::size_t(1) << 30;
    QString text;
    for (const plans::ResourceInstanceChange* change : changes) {
        const bool isDestroyed = change->change.after.isKnown() && change->change.after.isNull();
        const Value value =
            marked(plan, *change, isDestroyed ? change->change.before : change->change.after).unmarked();
        const addrs::Resource& resource = change->address.resource;
        if (!text.isEmpty())
            text += u'\n';
        text +=
            QStringLiteral("# %1%2\n%3 \"%4\" \"%5\" {\n")
                .arg(qstring(change->address.toString()), isDestroyed ? QStringLiteral(" (destroyed)") : QString(),
                     resource.mode == addrs::ResourceMode::Data ? QStringLiteral("data") : QStringLiteral("resource"),
                     qstring(resource.type), qstring(resource.name));
        const bool isObject = value.isKnown() && !value.isNull() && value.type().isMapping();
        for (std::size_t i = 0; isObject && i < value.size(); ++i) {
            const Value element = value.element(i);
            if (!element.isMarked() && element.isKnown() && element.isNull())
                continue;
            const QString name = qstring(value.key(i));
            const bool isWritable = element.isWhollyKnown() && !element.containsMark(values::Mark::sensitive());
            const QString shown = element.isSensitive()          ? secretMask()
                                  : element.unmarked().isKnown() ? qstring(diff::valueText(element, secrets, texts))
                                                                 : unknownText;
            text += isWritable ? QStringLiteral("  %1 = %2\n").arg(name, shown)
                               : QStringLiteral("  # %1 = %2\n").arg(name, shown);
        }
        text += QStringLiteral("}\n");
    }
    return text;
}

QString copiedJson(const plans::Plan& plan, const ChangePointers& changes, const Secrets& secrets) {
    QJsonArray all;
    for (const plans::ResourceInstanceChange* change : changes)
        all.append(
            QJsonObject{{QStringLiteral("address"), qstring(change->address.toString())},
                        {QStringLiteral("action"), qstring(std::string(plans::name(change->change.action))).toLower()},
                        {QStringLiteral("before"), jsonOf(marked(plan, *change, change->change.before), secrets)},
                        {QStringLiteral("after"), jsonOf(marked(plan, *change, change->change.after), secrets)}});
    return QString::fromUtf8(QJsonDocument(all).toJson());
}

} // namespace planlens::models
