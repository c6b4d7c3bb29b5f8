// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/address_parts.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QStringList>

#include <algorithm>

namespace planlens::widgets {

namespace {

constexpr int leastType = 8, tiniestType = 3, leastBase = 6, leastModule = 10, leastName = 3; // in characters

QString elidedName(const QString& name, const QFontMetrics& metrics, int width) {
    const qsizetype bracket = name.indexOf(u'[');
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    if (bracket < 0)
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    const QString base = name.left(bracket), key = name.mid(bracket);
    const int left = std::max(width - metrics.horizontalAdvance(key), leastBase * metrics.averageCharWidth());
    const QString shownBase = base.size() <= leastBase ? base : metrics.elidedText(base, Qt::ElideMiddle, left);
    return shownBase + metrics.elidedText(key, Qt::ElideMiddle, width - metrics.horizontalAdvance(shownBase));
}

/// Cuts the names of a module path, and the last one, to these numbers of characters, in their middle. Keys stay whole:
/// region["eu"].team -> r…n["eu"].team.
QString cutModule(const QString& module, qsizetype most, qsizetype mostOfLast) {
    QString cut, name;
    bool isKey = false, isQuoted = false;
    const auto addName = [&](qsizetype limit) {
        cut += name.size() <= limit + 1 ? name : QString(name.left((limit + 1) / 2) % u'…' % name.right(limit / 2));
        name.clear();
    };
    const qsizetype last = module.lastIndexOf(u'.') + 1; // a dot in a key only makes more of the end the last name
    for (qsizetype i = 0; i < module.size(); ++i) {
        const QChar c = module[i];
        if (c == u'"')
            isQuoted = !isQuoted;
        isKey = isKey || (!isQuoted && c == u'[');
        if (isKey || c == u'.') {
            addName(i > last ? mostOfLast : most);
            cut += c;
        } else {
            name += c;
        }
        isKey = isKey && (isQuoted || c != u']');
    }
    addName(mostOfLast);
    return cut;
}

/// Shortens the names before the last name and that before the keys, because instances of a module differ in their
/// keys.
QString elidedModule(const QString& module, const QFontMetrics& metrics, int width, Qt::TextElideMode mode) {
    const qsizetype size = module.size();
    const auto cutTo = [&](qsizetype letters) { // those of the last name are kept longest
        return cutModule(module, std::max<qsizetype>(0, letters - size), std::min(letters, size));
    };
    const auto fits = [&](qsizetype letters) { return metrics.horizontalAdvance(cutTo(letters)) <= width; };
    if (!module.contains(u'[') || !fits(0))
        return metrics.elidedText(module, mode, width);
    qsizetype most = 0, tooMany = 2 * size + 1;
    while (most + 1 < tooMany) {
        const qsizetype middle = (most + tooMany) / 2;
        (fits(middle) ? most : tooMany) = middle;
    }
    return cutTo(most);
}

} // namespace

AddressParts addressParts(const AddressParts& whole, const QFontMetrics& mono, const QFontMetrics& small, int width) {
    const int type = mono.horizontalAdvance(whole.type), name = mono.horizontalAdvance(whole.name);
    const int gap = whole.module.isEmpty() ? 0 : theme::grid;
    const int module = whole.module.isEmpty() ? 0 : small.horizontalAdvance(whole.module);
    if (type + name + gap + module <= width)
        return whole;
    // Without most of its names, but with all keys.
    const int shortModule = whole.module.contains(u'[') ? small.horizontalAdvance(cutModule(whole.module, 0, leastName))
                                                        : leastModule * small.averageCharWidth();
    if (const int room = width - type - name - gap; room >= std::min(module, shortModule))
        return {whole.type, whole.name, elidedModule(whole.module, small, room, Qt::ElideMiddle)};
    // The end of the type always stays. The module gets two fifths of the width, and more only for its keys.
    const int shortType = std::min(type, leastType * mono.averageCharWidth());
    const int wanted =
        whole.module.contains(u'[') ? small.horizontalAdvance(cutModule(whole.module, 0, whole.module.size())) : 0;
    const int moduleRoom = std::min(module, std::max(width * 2 / 5, std::min(wanted, width - name - gap - shortType)));
    AddressParts shown;
    const int left = width - moduleRoom - gap;
    const int tinyType = std::min(type, tiniestType * mono.averageCharWidth());
    if (name + tinyType <= left)
        shown.name = whole.name;
    else
        shown.name = elidedName(whole.name, mono, left - (left >= 3 * shortType ? shortType : tinyType));
    shown.type =
        mono.elidedText(whole.type, Qt::ElideLeft, width - moduleRoom - gap - mono.horizontalAdvance(shown.name));
    shown.module = elidedModule(whole.module, small,
                                width - gap - mono.horizontalAdvance(shown.type) - mono.horizontalAdvance(shown.name),
                                Qt::ElideLeft);
    return shown;
}

} // namespace planlens::widgets
