// SPDX-License-Identifier: MPL-2.0
#include "ui/export/draw_report.h"

#include "ui/export/drawing.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace planlens::exporting {

int drawReport(const QString& format) {
    const auto refuse = [](const char* reason) {
        std::fprintf(stderr, "%s\n", reason);
        return 2;
    };
    const bool isPdf = format == QStringLiteral("pdf");
    if (!isPdf && format != QStringLiteral("png"))
        return refuse("Reports are drawn as png or pdf.");
    QFile input, output;
    if (!input.open(stdin, QIODevice::ReadOnly) || !output.open(stdout, QIODevice::WriteOnly))
        return refuse("There is nothing to read from, or to write to.");
    const QJsonDocument json = QJsonDocument::fromJson(input.readAll());
    if (!json.object()[u"svg"].isString() || !json.object()[u"text"].isString())
        return refuse("What is to be drawn cannot be read.");
    const report::Drawable drawable{json.object()[u"svg"].toString().toStdString(),
                                    json.object()[u"text"].toString().toStdString()};
    const QByteArray bytes = isPdf ? pdf(drawable) : png(drawable);
    if (bytes.isEmpty())
        return refuse("The picture is too large to be drawn.");
    return output.write(bytes) == bytes.size() && output.flush() ? 0 : refuse("The picture cannot be written.");
}

} // namespace planlens::exporting
