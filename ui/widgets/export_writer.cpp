// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/export_writer.h"

#include "core/report/document.h"
#include "core/report/plan_graph.h"
#include "ui/models/text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgRenderer>
#include <QTextDocument>

#include <algorithm>

namespace planlens::widgets {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Export)
};

/// Drawn here, where there is no reader whose scheme it could follow.
QByteArray lightSvg(const plans::Plan& plan, const std::vector<risk::Finding>& findings) {
    return QByteArray::fromStdString(report::svg(report::graphOf(plan, masking::secretsOf(plan), findings), report::Scheme::Light));
}

QByteArray png(const QByteArray& svg) {
    QSvgRenderer renderer(svg);
    QSizeF size = renderer.viewBoxF().size() * 2;
    constexpr double most = 12000; // pixels a side
    if (const double longest = std::max(size.width(), size.height()); longest > most)
        size *= most / longest;
    QImage image(size.toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return {};
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

QString printable(const report::Document& document) {
    const auto escaped = [](const std::string& text) { return qstring(text).toHtmlEscaped(); };
    QString html = QStringLiteral("<h1>%1</h1><p>%2</p>").arg(QStringLiteral("Plan"), escaped(document.program + ", " + document.workspace + ", " + document.timestamp));
    QStringList counts;
    for (std::size_t i = 0; i < report::kinds; ++i)
        if (document.counts[i] > 0)
            counts.append(QStringLiteral("%1 %2").arg(document.counts[i]).arg(qstring(report::word(report::Kind(i)))));
    html += QStringLiteral("<p><b>%1</b></p>").arg(counts.join(QStringLiteral(", ")));
    if (!document.findings.empty())
        html += QStringLiteral("<h2>%1</h2>").arg(QStringLiteral("Findings"));
    for (const report::ReportFinding& finding : document.findings)
        html += QStringLiteral("<p><b>⚠ %1</b> (%2) %3<br/>%4</p>").arg(escaped(finding.title), qstring(risk::name(finding.severity)), escaped(finding.address), escaped(finding.detail));
    const auto lines = [&](const std::vector<report::ReportLine>& all) {
        QString text;
        for (const report::ReportLine& line : all) {
            const auto side = [&](const char* sign, const std::optional<std::string>& value) {
                if (value)
                    text += QStringLiteral("%1 %2 = %3\n").arg(QString::fromLatin1(sign), escaped(line.path), escaped(*value));
            };
            side("-", line.before);
            side("+", line.after);
        }
        return text.isEmpty() ? QString() : QStringLiteral("<pre style='white-space: pre-wrap'>%1</pre>").arg(text);
    };
    html += QStringLiteral("<h2>%1</h2>").arg(QStringLiteral("Changes"));
    for (const report::ReportChange& change : document.changes)
        html += QStringLiteral("<h4>%1 %2</h4><p>%3</p>").arg(qstring(report::glyph(change.kind)), escaped(change.address), escaped(change.sentence)) + lines(change.lines);
    if (!document.outputs.empty())
        html += QStringLiteral("<h2>%1</h2>").arg(QStringLiteral("Outputs")) + lines(document.outputs);
    return html;
}

QByteArray pdf(const QByteArray& svg, const report::Document& document) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins(QMarginsF(12, 12, 12, 12), QPageLayout::Millimeter);
    writer.setResolution(144);
    writer.setTitle(QStringLiteral("Plan"));
    QTextDocument text;
    text.setDefaultFont(QFont(QStringLiteral("sans-serif"), 9));
    text.documentLayout();
    text.setHtml(printable(document));
    const QSizeF page(writer.width(), writer.height());
    QPainter painter(&writer);
    QSvgRenderer renderer(svg);
    const QSizeF drawn = renderer.viewBoxF().size().scaled(page, Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(), drawn));
    const double scale = 144.0 / 96; // the document is laid out in the pixels of a screen
    text.setPageSize(page / scale);
    painter.scale(scale, scale);
    for (int number = 0; number < text.pageCount(); ++number) {
        writer.newPage();
        painter.save();
        painter.translate(0, -number * text.pageSize().height());
        text.drawContents(&painter, QRectF(0, number * text.pageSize().height(), text.pageSize().width(), text.pageSize().height()));
        painter.restore();
    }
    painter.end();
    return buffer.data();
}

QByteArray bytesOf(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format) {
    const auto text = [&](report::Format wanted) { return QByteArray::fromStdString(report::exported(plan, wanted, findings)); };
    switch (format) {
    case ExportFormat::Html: return text(report::Format::Html);
    case ExportFormat::Markdown: return text(report::Format::Markdown);
    case ExportFormat::Svg: return text(report::Format::Svg);
    case ExportFormat::Mermaid: return text(report::Format::Mermaid);
    case ExportFormat::Dot: return text(report::Format::Dot);
    case ExportFormat::Png: return png(lightSvg(plan, findings));
    case ExportFormat::Pdf: return pdf(lightSvg(plan, findings), report::documentOf(plan, masking::secretsOf(plan), findings));
    }
    return {};
}

} // namespace

QString writeExport(const plans::Plan& plan, const std::vector<risk::Finding>& findings, ExportFormat format, const QString& file) {
    const QByteArray bytes = bytesOf(plan, findings, format);
    if (bytes.isEmpty())
        return Words::tr("The picture is too large to be drawn.");
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return Words::tr("%1 cannot be written: %2").arg(file, out.errorString());
    return {};
}

} // namespace planlens::widgets
