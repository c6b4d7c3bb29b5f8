// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/apply/applied_html.h"

#include "ui/basics/session_types.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QUrl>

namespace planlens::widgets {

namespace {

class AppliedText {
    Q_DECLARE_TR_FUNCTIONS(AppliedText)

public:
    explicit AppliedText(const session::ApplyReport& report)
        : m_report(report) {}

    QString html() {
        for (const bool isError : {true, false}) // errors are above warnings
            for (const session::DiagnosticText& text : m_report.diagnostics)
                if (text.isError == isError)
                    addDiagnostic(text);
        if (!m_report.outputs.isEmpty())
            addOutputs();
        return m_html;
    }

private:
    void addDiagnostic(const session::DiagnosticText& text) {
        m_html += QStringLiteral("<p><b><span style='color:%1'>%2</span> %3</b>")
                      .arg((text.isError ? m_surfaces.error : m_surfaces.warning).name(),
                           text.isError ? tr("Error:") : tr("Warning:"), text.summary.toHtmlEscaped());
        if (!text.address.isEmpty())
            m_html += QStringLiteral(" – <a href='#%1' style='color:%2'><code>%3</code></a>")
                          .arg(QString::fromLatin1(QUrl::toPercentEncoding(text.address)), m_surfaces.text.name(),
                               text.address.toHtmlEscaped());
        if (!text.file.isEmpty())
            addPlace(text);
        m_html += QStringLiteral("</p>");
        if (!text.excerpt.isEmpty())
            m_html += QStringLiteral("<pre style='margin:0 0 4px 16px; font-family:\"%1\"'>%2</pre>")
                          .arg(theme::monospaceFont().family(), text.excerpt.toHtmlEscaped());
        if (!text.detail.isEmpty())
            m_html += QStringLiteral("<p style='margin-left:16px; white-space:pre-wrap'>%1</p>")
                          .arg(text.detail.toHtmlEscaped());
    }

    void addPlace(const session::DiagnosticText& text) {
        m_html += QStringLiteral(" – <a href='edit:%1#%2' style='color:%3'><code>%4:%2</code></a>")
                      .arg(QString::fromLatin1(QUrl::toPercentEncoding(text.file)), QString::number(text.line),
                           m_surfaces.text.name(), text.file.toHtmlEscaped());
    }

    void addOutputs() {
        m_html += QStringLiteral("<p style='margin-top:8px'><b>%1</b></p><table cellpadding='2'>")
                      .arg(tr("Outputs").toHtmlEscaped());
        for (qsizetype i = 0; i < m_report.outputs.size(); ++i) {
            const session::AppliedOutput& output = m_report.outputs[i];
            m_html += QStringLiteral("<tr><td><code>%1</code></td><td style='padding-left:8px'><code>%2</code></td>"
                                     "<td style='padding-left:8px'>%3</td></tr>")
                          .arg(output.name.toHtmlEscaped(), output.value.toHtmlEscaped(),
                               output.isSensitive ? QString()
                                                  : QStringLiteral("<a href='copy:%1' style='color:%2'>%3</a>")
                                                        .arg(QString::number(i), m_surfaces.text.name(), tr("Copy")));
        }
        m_html += QStringLiteral("</table>");
    }

    const session::ApplyReport& m_report;
    const theme::Surfaces& m_surfaces = theme::surfaces(theme::currentScheme());
    QString m_html;
};

} // namespace

QString appliedHtml(const session::ApplyReport& report) {
    return AppliedText(report).html();
}

} // namespace planlens::widgets
