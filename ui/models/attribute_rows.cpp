// SPDX-License-Identifier: MPL-2.0
#include "ui/models/attribute_rows.h"

#include "core/diff/rows/attribute_row.h"
#include "core/explain/unknown_values.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/models/text_rows.h"

#include <QCoreApplication>

namespace planlens::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AttributeRows)
};

QString unknownText() {
    return Words::tr("(known after apply)");
}

diff::RowTexts texts() {
    diff::RowTexts texts;
    texts.unknown = unknownText().toStdString();
    texts.mask = secretMask().toStdString();
    texts.unclassified = QCoreApplication::translate("AttributeRows", "(hidden: no provider schema)").toStdString();
    return texts;
}

/// Translates the rows of a change; with a plan, the sources of unknown values are added.
class Translator {
public:
    Translator(const plans::Plan* plan, const plans::ResourceInstanceChange* change)
        : m_plan(plan)
        , m_change(change) {}

    AttributeRow translated(diff::AttributeRow from, const QString& element = {}) const {
        AttributeRow row;
        const QString label = qstring(elementLabel(from));
        row.label = label.isEmpty() ? element : label;
        row.name = nameOf(from);
        row.path = qstring(from.path);
        row.before = from.before ? qstring(*from.before) : QString();
        row.after = from.after ? qstring(*from.after) : QString();
        row.state = from.state;
        row.forcesReplacement = from.forcesReplacement;
        row.knownAfterApply = from.knownAfterApply;
        row.sensitive = from.sensitive;
        row.textNote = noteOf(from);
        row.isGap = from.isGap();
        row.isPath = from.kind == diff::AttributeRow::Kind::Attribute;
        row.hiddenUnchanged = int(from.hiddenUnchanged);
        if (row.knownAfterApply && m_plan)
            addSources(row, from.valuePath);
        if (from.texts)
            row.texts = std::make_shared<const TextPair>(TextPair{*from.texts});
        for (diff::AttributeRow& child : from.children)
            row.children.push_back(translated(std::move(child), row.label));
        for (diff::AttributeRow& child : from.withoutEffect)
            row.withoutEffect.push_back(translated(std::move(child), row.label));
        return row;
    }

private:
    void addSources(AttributeRow& row, const values::Path& path) const {
        for (const explain::UnknownSource& source : explain::unknownSources(*m_plan, m_change->address, path)) {
            const QString address = qstring(source.address.toString()), part = qstring(source.path.toString());
            addrs::AbsResourceInstance local = source.address;
            if (local.module == m_change->address.module)
                local.module = {};
            row.sources.push_back({address, QString(address % part), QString(qstring(local.toString()) % part)});
        }
        row.isComputed = row.sources.empty() && !row.forcesReplacement && explain::isComputed(*m_plan, *m_change, path);
    }

    const plans::Plan* m_plan; // with m_change
    const plans::ResourceInstanceChange* m_change;
};

} // namespace

AttributeRow attributeRows(const plans::Change& change, const std::vector<values::Path>& requiredReplace,
                           bool sensitive, const Secrets& secrets) {
    return Translator(nullptr, nullptr)
        .translated(diff::attributeRows(change, requiredReplace, sensitive, secrets, texts()));
}

AttributeRow attributeRows(const plans::ResourceInstanceChange& change, const Secrets& secrets) {
    return attributeRows(change.change, change.requiredReplace, false, secrets);
}

AttributeRow attributeRows(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                           const Secrets& secrets) {
    return Translator(&plan, &change).translated(diff::attributeRows(plan, change, secrets, texts()));
}

QString valueText(const values::Value& value, const Secrets& secrets) {
    return qstring(diff::valueText(value, secrets, texts()));
}

} // namespace planlens::models
