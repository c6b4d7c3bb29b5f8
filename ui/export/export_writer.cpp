// SPDX-License-Identifier: MPL-2.0
#include "ui/export/export_writer.h"

#include "ui/basics/output_file.h"
#include "ui/export/drawing.h"

#include <QCoreApplication>

namespace planlens::exporting {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Export)
};

QByteArray bytesOf(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format,
                   const report::Extras& extras) {
    const auto text = [&](report::Format wanted) {
        return QByteArray::fromStdString(report::exported(plan, wanted, findings, report::commentLimit, extras));
    };
    switch (format) {
    case ExportFormat::Html:
        return text(report::Format::Html);
    case ExportFormat::Markdown:
        return text(report::Format::Markdown);
    case ExportFormat::Svg:
        return text(report::Format::Svg);
    case ExportFormat::Mermaid:
        return text(report::Format::Mermaid);
    case ExportFormat::Dot:
        return text(report::Format::Dot);
    case ExportFormat::Json:
        return text(report::Format::Json);
    case ExportFormat::Sarif:
        return text(report::Format::Sarif);
    case ExportFormat::Junit:
        return text(report::Format::Junit);
    case ExportFormat::Png:
        return png(report::drawable(plan, findings, extras));
    case ExportFormat::Pdf:
        return pdf(report::drawable(plan, findings, extras));
    }
    return {};
}

} // namespace

QString writeExport(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format,
                    const QString& file, const report::Extras& extras) {
    const QByteArray bytes = bytesOf(plan, findings, format, extras);
    if (bytes.isEmpty())
        return Words::tr("The picture is too large to be drawn.");
    if (const QString why = writeOutputFile(file, bytes); !why.isEmpty())
        return Words::tr("%1 cannot be written: %2").arg(file, why);
    return {};
}

} // namespace planlens::exporting
