// SPDX-License-Identifier: MPL-2.0
#include "ui/window/export_menu.h"

#include "ui/basics/background.h"
#include "ui/export/export_writer.h"
#include "ui/session/session_result.h"
#include "ui/theme/command_icon.h"

#include <QDir>
#include <QFileDialog>
#include <QMenu>

namespace planlens::widgets {

using exporting::ExportFormat;

namespace {

struct Entry {
    ExportFormat format;
    const char* text;
    const char* suffix;
};
constexpr Entry entries[] = {
    {ExportFormat::Html, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Web page (HTML)…"), "html"},
    {ExportFormat::Markdown,
     QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Comment for a pull request (Markdown)…"), "md"},
    {ExportFormat::Pdf, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Document (PDF)…"), "pdf"},
    {ExportFormat::Svg, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Graph (SVG)…"), "svg"},
    {ExportFormat::Png, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Graph (PNG)…"), "png"},
    {ExportFormat::Mermaid, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Graph (Mermaid)…"), "mmd"},
    {ExportFormat::Dot, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Graph (DOT)…"), "dot"},
    {ExportFormat::Json, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Changes and findings (JSON)…"), "json"},
    {ExportFormat::Sarif, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Findings (SARIF)…"), "sarif"},
    {ExportFormat::Junit, QT_TRANSLATE_NOOP("planlens::widgets::ExportMenu", "Findings (JUnit)…"), "xml"},
};

QString suffixOf(ExportFormat format) {
    for (const Entry& entry : entries)
        if (entry.format == format)
            return QString::fromLatin1(entry.suffix);
    return {};
}

} // namespace

ExportMenu::ExportMenu(QWidget* parent)
    : QPushButton(tr("Export"), parent) {
    setObjectName(QStringLiteral("export"));
    setIcon(theme::commandIcon(QLatin1String("export"), theme::IconPlace::Button));
    setToolTip(tr("Write this plan to a file; sensitive values are masked"));
    auto* menu = new QMenu(this);
    for (const Entry& entry : entries)
        menu->addAction(tr(entry.text), this, [this, format = entry.format] { exportAs(format); });
    setMenu(menu);
    setResult(nullptr);
}

void ExportMenu::setResult(std::shared_ptr<const session::Result> result) {
    m_result = std::move(result);
    const bool hasPlan = m_result && m_result->plan;
    setEnabled(hasPlan);
    setVisible(hasPlan);
    menu()->menuAction()->setEnabled(hasPlan);
}

void ExportMenu::exportAs(ExportFormat format, QString file) {
    if (!m_result || !m_result->plan)
        return;
    if (file.isEmpty()) {
        const QString suffix = suffixOf(format);
        file = QFileDialog::getSaveFileName(this, tr("Export the plan"),
                                            QDir(m_result->request.folder).filePath(QStringLiteral("plan.") + suffix),
                                            QStringLiteral("*.%1").arg(suffix));
        if (file.isEmpty())
            return;
    }
    session::inBackground(
        [plan = m_result->plan, terraform = m_result->finished ? m_result->finished->terraform : nullptr,
         findings = m_result->analysis.findings, costs = m_result->analysis.costs, format, file] {
            report::Extras extras;
            extras.terraform = terraform.get();
            extras.costs = costs.get();
            return exporting::writeExport(*plan, findings, format, file, extras);
        },
        this,
        [this, file](const QString& problem) {
            if (problem.isEmpty())
                Q_EMIT exported(file);
            else
                Q_EMIT failed(problem);
        });
}

} // namespace planlens::widgets
