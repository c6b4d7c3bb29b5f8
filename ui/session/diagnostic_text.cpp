// SPDX-License-Identifier: MPL-2.0
#include "ui/session/diagnostic_text.h"

#include "ui/basics/secrets.h"
#include "ui/basics/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace planlens::session {

namespace {

QString excerptOf(const diags::Diagnostic& diagnostic, const diags::Snippet& snippet) {
    QString text;
    if (snippet.context)
        text += QCoreApplication::translate("Diagnostics", "in %1").arg(qstring(*snippet.context)) + u'\n';
    std::size_t start = 0;
    std::uint32_t number = snippet.startLine;
    while (start <= snippet.code.size()) {
        const std::size_t end = std::min(snippet.code.find('\n', start), snippet.code.size());
        text += QStringLiteral("%1 │ ").arg(number++, 4) +
                qstring(std::string_view(snippet.code).substr(start, end - start)) + QChar(u'\n');
        if (snippet.highlightStart >= start && snippet.highlightStart <= end &&
            snippet.highlightEnd > snippet.highlightStart) {
            const std::size_t stop = std::min(end, snippet.highlightEnd);
            const auto columns = [&](std::size_t from, std::size_t to) {
                return to > from ? qstring(std::string_view(snippet.code).substr(from, to - from)).size() : 0;
            };
            text += QStringLiteral("     │ ") + QString(columns(start, snippet.highlightStart), u' ') +
                    QString(std::max<qsizetype>(1, columns(snippet.highlightStart, stop)), u'^') + QChar(u'\n');
        }
        start = end + 1;
    }
    for (const diags::ExpressionValue& value : diagnostic.values)
        text += QStringLiteral("     │ %1 %2\n").arg(qstring(value.traversal), qstring(value.statement));
    return text;
}

} // namespace

QVector<DiagnosticText> diagnosticTexts(const diags::Diagnostics& diagnostics,
                                        const std::vector<const diags::Sources*>& sources) {
    QVector<DiagnosticText> texts;
    texts.reserve(qsizetype(diagnostics.size()));
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        DiagnosticText text;
        text.isError = diagnostic.severity == diags::Severity::Error;
        text.summary = qstring(diagnostic.summary);
        text.detail = qstring(diagnostic.detail);
        text.address = qstring(diagnostic.address);
        if (diagnostic.code == diags::ErrorCode::DestroyPrevented) // those of OpenTofu have no address
            text.address = qstring(diagnostic.codeSubject);
        text.code = diagnostic.code;
        text.codeSubject = qstring(diagnostic.codeSubject);
        if (diagnostic.subject && !diagnostic.subject->isEmpty()) {
            text.location = qstring(diagnostic.subject->toString());
            text.file = qstring(diagnostic.subject->filename.str());
            text.line = int(diagnostic.subject->start.line);
        }
        for (const diags::Sources* source : sources) {
            if (!source)
                continue;
            if (const std::optional<diags::Snippet> found = diags::snippet(diagnostic, *source)) {
                text.excerpt = excerptOf(diagnostic, *found);
                break;
            }
        }
        texts.append(std::move(text));
    }
    return texts;
}

void maskSecrets(QVector<DiagnosticText>& diagnostics, const masking::Secrets& secrets) {
    if (secrets.isEmpty())
        return;
    for (DiagnosticText& diagnostic : diagnostics)
        for (QString* text : {&diagnostic.summary, &diagnostic.detail, &diagnostic.excerpt})
            *text = models::maskedText(text->toStdString(), secrets);
}

} // namespace planlens::session
