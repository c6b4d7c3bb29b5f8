// SPDX-License-Identifier: MPL-2.0
#include "ui/models/text_rows.h"

#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace planlens::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TextRows)
};

} // namespace

QString formName(diff::TextKind kind, diff::TextCoding coding) {
    QString name;
    switch (kind) {
    case diff::TextKind::Line:
    case diff::TextKind::Lines:
        break;
    case diff::TextKind::Json:
        name = Words::tr("JSON");
        break;
    case diff::TextKind::Yaml:
        name = Words::tr("YAML");
        break;
    case diff::TextKind::Pem:
        name = Words::tr("PEM");
        break;
    }
    switch (coding) {
    case diff::TextCoding::Plain:
        return name;
    case diff::TextCoding::Base64:
        return name.isEmpty() ? Words::tr("text in base64") : Words::tr("%1 in base64").arg(name);
    case diff::TextCoding::CompressedBase64:
        return name.isEmpty() ? Words::tr("text in gzip in base64") : Words::tr("%1 in gzip in base64").arg(name);
    }
    return name;
}

QString differenceName(diff::TextDifference difference) {
    switch (difference) {
    case diff::TextDifference::Whitespace:
        return Words::tr("only whitespace changes");
    case diff::TextDifference::Order:
        return Words::tr("only the order changes");
    case diff::TextDifference::Notation:
        return Words::tr("only the notation changes");
    case diff::TextDifference::None:
    case diff::TextDifference::Substance:
        break;
    }
    return {};
}

QString lineEndsName(const std::string& change) {
    return change.empty() ? QString() : Words::tr("line ends %1").arg(qstring(change));
}

QString noteOf(const diff::AttributeRow& row) {
    QStringList notes;
    if (const QString name = formName(row.textKind, row.textCoding); !name.isEmpty())
        notes.append(name);
    if (row.textKind == diff::TextKind::Lines && !row.knownAfterApply)
        notes.append(Words::tr("lines \u2212%1 +%2").arg(row.linesRemoved).arg(row.linesAdded));
    if (row.hasMoved)
        notes.append(Words::tr("moved"));
    const bool isReordered = row.onlyOrderChanges;
    if (const QString name = differenceName(isReordered ? diff::TextDifference::Order : row.textDifference);
        !name.isEmpty())
        notes.append(name);
    if (row.orderChanges)
        notes.append(Words::tr("the order changes too"));
    if (const QString name = lineEndsName(row.lineEnds); !name.isEmpty())
        notes.append(name);
    if (row.becomesSensitive || row.endsSensitive)
        notes.append(row.becomesSensitive ? Words::tr("becomes sensitive") : Words::tr("no longer sensitive"));
    return notes.join(QStringLiteral(", "));
}

QString nameOf(const diff::AttributeRow& row) {
    using Kind = diff::AttributeRow::Kind;
    switch (row.kind) {
    case Kind::Attribute:
    case Kind::SetElement:
        break;
    case Kind::Line:
        return Words::tr("line %1").arg(row.count);
    case Kind::Decoded:
        return Words::tr("decoded");
    case Kind::UnchangedLines:
        return Words::tr("%n unchanged hidden", nullptr, int(row.count));
    case Kind::MoreLines:
        return Words::tr("%n more hidden", nullptr, int(row.count));
    case Kind::MoreOfText:
        return Words::tr("the rest of the text is not shown");
    }
    return qstring(diff::displayName(row));
}

} // namespace planlens::models
