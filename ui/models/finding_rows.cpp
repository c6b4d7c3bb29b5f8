// SPDX-License-Identifier: MPL-2.0
#include "ui/models/finding_rows.h"

#include "ui/models/text.h"

#include <QCoreApplication>

namespace planlens::models {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("planlens::Findings", text); }

QString word(risk::Severity severity) {
    switch (severity) {
    case risk::Severity::High: return tr("high");
    case risk::Severity::Medium: return tr("medium");
    case risk::Severity::Low: return tr("low");
    }
    return {};
}

QString subject(const risk::Finding& finding) {
    return finding.address ? qstring(finding.address->toString()) : QCoreApplication::translate("planlens::Findings", "%n objects", nullptr, int(finding.count));
}

} // namespace

QVector<Row> findingRows(const std::vector<risk::Finding>& findings) {
    QVector<Row> rows;
    for (const risk::Finding& finding : findings) {
        const bool isHigh = finding.severity == risk::Severity::High;
        rows.append({{QString(QStringLiteral("⚠ ") % word(finding.severity)), qstring(finding.title), subject(finding), qstring(finding.detail)},
                     finding.address ? qstring(finding.address->toString()) : QString(),
                     {},
                     isHigh ? Row::Mood::Error : finding.severity == risk::Severity::Medium ? Row::Mood::Warning : Row::Mood::Plain});
    }
    return rows;
}

QStringList findingLines(const std::vector<risk::Finding>& findings) {
    QStringList lines;
    for (const risk::Finding& finding : findings)
        lines.append(QStringLiteral("⚠ %1: %2 – %3").arg(word(finding.severity), qstring(finding.title), subject(finding)));
    return lines;
}

QHash<QString, QStringList> findingsByAddress(const std::vector<risk::Finding>& findings) {
    QHash<QString, QStringList> titles;
    for (const risk::Finding& finding : findings)
        if (finding.address)
            titles[qstring(finding.address->toString())].append(qstring(finding.title));
    return titles;
}

} // namespace planlens::models
