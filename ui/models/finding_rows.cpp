// SPDX-License-Identifier: MPL-2.0
#include "ui/models/finding_rows.h"

#include "ui/basics/text.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

namespace planlens::models {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

/// Translates the text of built-in rules. Custom rules keep their original text.
QString ruleText(const std::string& text) {
    return QCoreApplication::translate("Rules", text.c_str());
}

/// Returns the title, with the tool if it is not ours.
QString titleOf(const risk::Finding& finding) {
    const QString title = ruleText(finding.title);
    return finding.tool.empty() ? title : QString(title % QStringLiteral(" (") % qstring(finding.tool) % u')');
}

QString subject(const risk::Finding& finding) {
    return finding.address ? qstring(finding.address->toString())
                           : Words::tr("%n objects", nullptr, int(finding.count));
}

} // namespace

QString findingMeaning(const risk::Finding& finding) {
    return finding.other
               ? Words::tr("%1 It looks like %2.").arg(ruleText(finding.detail), qstring(finding.other->toString()))
               : ruleText(finding.detail);
}

QVector<Row> findingRows(const std::vector<risk::Finding>& findings) {
    QVector<Row> rows;
    for (const risk::Finding& finding : findings) {
        const bool isHigh = finding.severity == risk::Severity::High;
        rows.append({{QString(QStringLiteral("⚠ ") % severityWord(finding.severity)), titleOf(finding),
                      subject(finding), findingMeaning(finding)},
                     finding.address ? qstring(finding.address->toString()) : QString(),
                     {},
                     isHigh                                       ? Row::Severity::Error
                     : finding.severity == risk::Severity::Medium ? Row::Severity::Warning
                                                                  : Row::Severity::Plain});
    }
    return rows;
}

QString severityHtml(risk::Severity severity) {
    const theme::Surfaces& surfaces = theme::surfaces(theme::currentScheme());
    const QColor& color = severity == risk::Severity::High     ? surfaces.error
                          : severity == risk::Severity::Medium ? surfaces.warning
                                                               : surfaces.dimText;
    return QStringLiteral("<span style='color:%1'>⚠ %2</span>")
        .arg(color.name(), severityWord(severity).toHtmlEscaped());
}

QString findingHtml(const risk::Finding& finding) {
    return severityHtml(finding.severity) % QStringLiteral(" &nbsp;") % titleOf(finding).toHtmlEscaped();
}

QString severityWord(risk::Severity severity) {
    switch (severity) {
    case risk::Severity::High:
        return Words::tr("high risk");
    case risk::Severity::Medium:
        return Words::tr("medium risk");
    case risk::Severity::Low:
        return Words::tr("low risk");
    }
    return {};
}

QString shortSeverityWord(risk::Severity severity) {
    switch (severity) {
    case risk::Severity::High:
        return Words::tr("high");
    case risk::Severity::Medium:
        return Words::tr("medium");
    case risk::Severity::Low:
        return Words::tr("low");
    }
    return {};
}

SeverityCounts severityCounts(const std::vector<risk::Finding>& findings) {
    SeverityCounts counts;
    for (const risk::Finding& finding : findings) {
        SeverityCount& same = counts[std::size_t(finding.severity)];
        ++same.count;
        ++same.titles[ruleText(finding.title)];
    }
    return counts;
}

FoundByAddress foundByAddress(const std::vector<risk::Finding>& findings) {
    FoundByAddress found;
    for (const risk::Finding& finding : findings)
        if (finding.address)
            found[qstring(finding.address->toString())].add(
                FoundAt::one(int(finding.severity), ruleText(finding.title)));
        else
            found.ofPlan.append({int(finding.severity), titleOf(finding), subject(finding), findingMeaning(finding)});
    return found;
}

QStringList findingLines(const std::vector<risk::Finding>& findings) {
    QStringList lines;
    for (const risk::Finding& finding : findings)
        lines.append(
            QStringLiteral("⚠ %1: %2 – %3").arg(severityWord(finding.severity), titleOf(finding), subject(finding)));
    return lines;
}

} // namespace planlens::models
