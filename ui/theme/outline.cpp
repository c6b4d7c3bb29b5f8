// SPDX-License-Identifier: MPL-2.0
#include "ui/theme/outline.h"

#include <QString>
#include <QStringList>

namespace planlens::theme {

QPainterPath outline(std::string_view data) {
    QPainterPath path;
    const QStringList words = QString::fromUtf8(data.data(), qsizetype(data.size())).split(u' ', Qt::SkipEmptyParts);
    qsizetype at = 0;
    const auto number = [&] { return words.value(at++).toDouble(); };
    const auto point = [&] {
        const double x = number();
        return QPointF(x, number());
    };
    while (at < words.size()) {
        const QChar command = words[at++].front();
        if (command == u'M') {
            path.moveTo(point());
        } else if (command == u'L') {
            path.lineTo(point());
        } else if (command == u'C') {
            const QPointF first = point(), second = point();
            path.cubicTo(first, second, point());
        } else if (command == u'O') {
            const QPointF center = point();
            const double radius = number();
            path.addEllipse(center, radius, radius);
        } else {
            path.closeSubpath();
        }
    }
    return path;
}

} // namespace planlens::theme
