// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/address_parts.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int leastType = 8, leastBase = 6, leastModule = 10; // in characters

QString elidedName(const QString& name, const QFontMetrics& metrics, int width) {
    const qsizetype bracket = name.indexOf(u'[');
    const int whole = metrics.horizontalAdvance(name);
    if (whole <= width || bracket < 0)
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    const QString base = name.left(bracket), key = name.mid(bracket);
    const int left = std::max(width - metrics.horizontalAdvance(key), leastBase * metrics.averageCharWidth());
    const QString shownBase = base.size() <= leastBase ? base : metrics.elidedText(base, Qt::ElideMiddle, left);
    return shownBase + metrics.elidedText(key, Qt::ElideMiddle, width - metrics.horizontalAdvance(shownBase));
}

} // namespace

AddressParts addressParts(const AddressParts& whole, const QFontMetrics& mono, const QFontMetrics& small, int width) {
    const int type = mono.horizontalAdvance(whole.type), name = mono.horizontalAdvance(whole.name);
    const int gap = whole.module.isEmpty() ? 0 : theme::grid;
    const int module = whole.module.isEmpty() ? 0 : small.horizontalAdvance(whole.module);
    if (type + name + gap + module <= width)
        return whole;
    if (const int room = width - type - name - gap; room >= std::min(module, leastModule * small.averageCharWidth()))
        return {whole.type, whole.name, small.elidedText(whole.module, Qt::ElideMiddle, room)};
    // The module always gets two fifths of the width, if it needs them.
    const int shortType = std::min(type, leastType * mono.averageCharWidth());
    const int moduleRoom = std::min(module, std::max(width * 2 / 5, width - name - gap - shortType));
    AddressParts shown;
    shown.name = elidedName(whole.name, mono, width - moduleRoom - gap);
    const int typeRoom = width - moduleRoom - gap - mono.horizontalAdvance(shown.name);
    if (typeRoom >= std::min(type, 2 * mono.averageCharWidth()))
        shown.type = mono.elidedText(whole.type, Qt::ElideLeft, typeRoom);
    shown.module =
        small.elidedText(whole.module, Qt::ElideLeft,
                         width - gap - mono.horizontalAdvance(shown.type) - mono.horizontalAdvance(shown.name));
    return shown;
}

} // namespace planlens::widgets
