// SPDX-License-Identifier: MPL-2.0
#include "ui/export/drawing.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextOption>

#include <algorithm>

namespace planlens::exporting {

namespace {

constexpr int dotsPerInch = 144;
constexpr double pixelsPerInch = 96; // used to lay out text and graph
constexpr double scale = dotsPerInch / pixelsPerInch;
constexpr double margin = 12; // mm

void drawText(QPdfWriter& writer, QPainter& painter, const std::string& html) {
    constexpr double footHeight = 20;
    const QSizeF page = QSizeF(writer.width(), writer.height()) / scale;
    QTextDocument text;
    text.setDefaultFont(QFont(QStringLiteral("sans-serif"), 9));
    text.setDefaultStyleSheet(QStringLiteral(
        "h1 { font-size: 16pt; margin-bottom: 2px; } h2 { font-size: 12pt; margin-top: 14px; margin-bottom: 2px; }"));
    QTextOption option = text.defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // addresses and hashes have no word boundaries
    text.setDefaultTextOption(option);
    text.documentLayout();
    text.setHtml(QString::fromStdString(html));
    text.setPageSize({page.width(), page.height() - footHeight});
    for (int number = 0; number < text.pageCount(); ++number) {
        if (number > 0)
            writer.newPage();
        const QRectF shown(0, number * text.pageSize().height(), page.width(), text.pageSize().height());
        painter.save();
        painter.scale(scale, scale);
        painter.save();
        painter.translate(-shown.topLeft());
        text.drawContents(&painter, shown);
        painter.restore();
        painter.setFont(QFont(QStringLiteral("sans-serif"), 7));
        painter.setPen(QColor(0x59, 0x62, 0x73));
        painter.drawText(QRectF(0, page.height() - footHeight, page.width(), footHeight),
                         Qt::AlignRight | Qt::AlignBottom,
                         QStringLiteral("Page %1 of %2").arg(number + 1).arg(text.pageCount()));
        painter.restore();
    }
}

} // namespace

QByteArray png(const report::Drawable& drawable) {
    QSvgRenderer renderer(QByteArray::fromStdString(drawable.svg));
    QSizeF size = renderer.viewBoxF().size() * 2;
    constexpr double most = 12000; // pixels per side
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

QByteArray pdf(const report::Drawable& drawable) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    writer.setTitle(QStringLiteral("Plan"));
    const QPageSize a4(QPageSize::A4);
    writer.setPageLayout(
        {a4, QPageLayout::Landscape, QMarginsF(margin, margin, margin, margin), QPageLayout::Millimeter});
    QPainter painter(&writer);
    drawText(writer, painter, drawable.text);

    QSvgRenderer renderer(QByteArray::fromStdString(drawable.svg));
    const QSizeF graph = renderer.viewBoxF().size();
    constexpr double millimetersPerPixel = 25.4 / pixelsPerInch;
    constexpr double most = 5000; // mm per side, the maximum of a PDF page
    const QSizeF paper = a4.size(QPageSize::Millimeter).transposed();
    const QSizeF wanted =
        (graph * millimetersPerPixel + QSizeF(2 * margin, 2 * margin)).expandedTo(paper).boundedTo({most, most});
    writer.setPageLayout({QPageSize(wanted, QPageSize::Millimeter), QPageLayout::Portrait,
                          QMarginsF(margin, margin, margin, margin), QPageLayout::Millimeter});
    writer.newPage();
    QSizeF drawn = graph * scale;
    if (const QSizeF room(writer.width(), writer.height());
        drawn.width() > room.width() || drawn.height() > room.height())
        drawn.scale(room, Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(), drawn));
    painter.end();
    return buffer.data();
}

} // namespace planlens::exporting
