// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/address_parts.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <vector>

namespace planlens::widgets {

namespace {

constexpr int leastType = 12, shortestType = 8, tiniestType = 3, leastBase = 6, leastModule = 6, leastName = 3,
              shortestName = 12; // in characters
constexpr int leastKey = 16, longestLeastKey = 28, shortKey = 6, leastOfType = 5;

int widthOf(qsizetype characters, const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QString(characters, u'x'));
}

/// What a text has in common with another one, in characters.
struct Common {
    qsizetype start = 0, end = 0;
};

/// Returns the common parts of a key and those of the rows beside it, of the same base.
std::vector<Common> commonWith(const QStringList& beside, const QString& base, const QString& key) {
    std::vector<Common> found;
    for (const QString& name : beside) {
        const QString other = name.startsWith(base) ? name.mid(base.size()) : QString();
        if (other.isEmpty() || other == key)
            continue;
        const qsizetype most = std::min(key.size(), other.size());
        Common common;
        while (common.start < most && key[common.start] == other[common.start])
            ++common.start;
        while (common.end < most && key[key.size() - 1 - common.end] == other[other.size() - 1 - common.end])
            ++common.end;
        found.push_back(common);
    }
    return found;
}

/// Whether a start and an end of these sizes tell a key from the others.
bool differs(const std::vector<Common>& others, qsizetype start, qsizetype end) {
    return std::ranges::all_of(others, [&](const Common& common) { return start > common.start || end > common.end; });
}

/// Returns the least number of characters that tell a key from the others.
qsizetype leastSize(const std::vector<Common>& others, qsizetype size) {
    for (qsizetype least = 0; least < std::min<qsizetype>(size, longestLeastKey); ++least)
        for (qsizetype start = 0; start <= least; ++start)
            if (differs(others, start, least - start))
                return least;
    return size;
}

/// Removes a part as near to the middle as what tells the key from the others allows.
QString elidedKey(const QString& key, const std::vector<Common>& others, const QFontMetrics& metrics, int width) {
    if (metrics.horizontalAdvance(key) <= width)
        return key;
    for (qsizetype size = std::min<qsizetype>(key.size(), width / std::max(1, metrics.averageCharWidth())); size > 0;
         --size) {
        qsizetype start = size / 2;
        for (qsizetype away = 0; away <= size / 2 + 1; ++away) {
            const qsizetype right = size / 2 + away, left = size / 2 + 1 - away; // starts say more
            if (right <= size && differs(others, right, size - right)) {
                start = right;
                break;
            }
            if (left >= 0 && differs(others, left, size - left)) {
                start = left;
                break;
            }
        }
        if (const QString cut = key.left(start) % u'…' % key.right(size - start);
            metrics.horizontalAdvance(cut) <= width)
            return cut;
    }
    return metrics.elidedText(key, Qt::ElideMiddle, width);
}

QString elidedName(const QString& name, const QStringList& beside, const QFontMetrics& metrics, int width) {
    const qsizetype bracket = name.indexOf(u'[');
    if (metrics.horizontalAdvance(name) <= width)
        return name;
    if (bracket < 0)
        return metrics.elidedText(name, Qt::ElideMiddle, width);
    const QString base = name.left(bracket), key = name.mid(bracket);
    const int left = std::max(width - metrics.horizontalAdvance(key), leastBase * metrics.averageCharWidth());
    const bool isShort = base.size() <= leastBase ||
                         (base.size() <= shortestName && width >= widthOf(base.size() + leastKey - leastBase, metrics));
    const QString shownBase = isShort ? base : metrics.elidedText(base, Qt::ElideMiddle, left);
    return shownBase +
           elidedKey(key, commonWith(beside, base, key), metrics, width - metrics.horizontalAdvance(shownBase));
}

/// Returns the width that a name needs at least: its base, and what tells its key from those beside it.
int leastWidth(const QString& name, const QStringList& beside, const QFontMetrics& metrics) {
    const qsizetype bracket = name.indexOf(u'[');
    if (bracket < 0)
        return metrics.horizontalAdvance(name);
    const QString base = name.left(bracket), key = name.mid(bracket);
    const qsizetype wanted = leastSize(commonWith(beside, base, key), key.size()) + 1;
    return std::min(metrics.horizontalAdvance(name),
                    metrics.horizontalAdvance(base) +
                        widthOf(std::clamp<qsizetype>(wanted, leastKey, longestLeastKey), metrics));
}

qsizetype keySize(const QString& name) {
    const qsizetype bracket = name.indexOf(u'[');
    return bracket < 0 ? 0 : name.size() - bracket;
}

/// Returns the names of a module path with their keys.
QStringList stepsOf(const QString& module) {
    QStringList steps{QString()};
    bool isKey = false, isQuoted = false;
    for (const QChar c : module) {
        isQuoted ^= c == u'"';
        isKey = (isKey || c == u'[') && (isQuoted || c != u']');
        if (!isKey && c == u'.')
            steps.append(QString());
        else
            steps.last() += c;
    }
    return steps;
}

/// Returns the end of a module path that tells it from those of the rows beside it, after an ellipsis; all of it if the
/// first step differs.
QString tellingEnd(const QString& module, const QStringList& beside) {
    const QStringList steps = stepsOf(module);
    qsizetype common = beside.isEmpty() ? 0 : steps.size();
    for (const QString& path : beside) {
        const QStringList other = stepsOf(path);
        const auto end = std::ranges::mismatch(steps, other).in1;
        common = std::min<qsizetype>(common, end - steps.begin());
    }
    return common == 0 || common == steps.size() ? module : QString(QStringLiteral("…") % steps.mid(common).join(u'.'));
}

/// Cuts the names of a module path, and the last one, to these numbers of characters, in their middle. Keys stay whole,
/// and so does the name after an ellipsis: region["eu"].team -> r…n["eu"].team.
QString cutModule(const QString& module, qsizetype most, qsizetype mostOfLast) {
    QString cut, name;
    bool isKey = false, isQuoted = false;
    const auto addName = [&](qsizetype limit) {
        cut += name.size() <= limit + 1 || name.startsWith(u'…')
                   ? name
                   : QString(name.left((limit + 1) / 2) % u'…' % name.right(limit / 2));
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
QString elidedModule(const QString& module, const QFontMetrics& metrics, int width) {
    const qsizetype size = module.size();
    const auto cutTo = [&](qsizetype letters) { // those of the last name are kept longest
        return cutModule(module, std::max<qsizetype>(0, letters - size), std::min(letters, size));
    };
    const auto fits = [&](qsizetype letters) { return metrics.horizontalAdvance(cutTo(letters)) <= width; };
    if (!(module.contains(u'[') || module.startsWith(u'…')) || !fits(0))
        return metrics.elidedText(module, Qt::ElideMiddle, width);
    qsizetype most = 0, tooMany = 2 * size + 1;
    while (most + 1 < tooMany) {
        const qsizetype middle = (most + tooMany) / 2;
        (fits(middle) ? most : tooMany) = middle;
    }
    return cutTo(most);
}

} // namespace

AddressParts addressParts(const AddressParts& whole, const QVector<AddressParts>& rowsBeside, const QFontMetrics& mono,
                          const QFontMetrics& small, int width) {
    const int type = mono.horizontalAdvance(whole.type), name = mono.horizontalAdvance(whole.name);
    const int gap = whole.module.isEmpty() ? 0 : theme::grid;
    const int module = whole.module.isEmpty() ? 0 : small.horizontalAdvance(whole.module);
    if (type + name + gap + module <= width)
        return whole;
    QStringList beside, modulesBeside;
    for (const AddressParts& row : rowsBeside) {
        beside.append(row.name);
        if (row.name == whole.name)
            modulesBeside.append(row.module);
    }
    const QString end = tellingEnd(whole.module, modulesBeside);
    const auto leastOf = [&](const QString& path) { return small.horizontalAdvance(cutModule(path, 0, leastName)); };
    const QString path = leastOf(end) <= width * 2 / 3 ? end : whole.module;
    // Without most of its names, but with all keys.
    const bool hasKeys = path.contains(u'[') || path.startsWith(u'…');
    const int shortModule = std::min(module, hasKeys ? leastOf(path) : leastModule * small.averageCharWidth());
    const int shortName = leastWidth(whole.name, beside, mono);
    const int shortType = std::min(type, widthOf(leastType, mono));
    const auto rest = [&](const QString& shownType, const QString& shownName) {
        const int room = width - gap - mono.horizontalAdvance(shownType) - mono.horizontalAdvance(shownName);
        return AddressParts{shownType, shownName, elidedModule(path, small, room)};
    };
    const int room = width - gap - shortModule;
    if (type + shortName <= room)
        return rest(whole.type, elidedName(whole.name, beside, mono, room - type));
    const QString shownName = elidedName(whole.name, beside, mono, std::max(shortName, room - type));
    if (const int left = room - mono.horizontalAdvance(shownName); left >= shortType)
        return rest(mono.elidedText(whole.type, Qt::ElideMiddle, left), shownName);
    // Too narrow for all: the keys of the module leave as much as tells type and name; short names stay whole. Keys
    // that would be cut anyway leave the width to the name.
    const int tinyType = std::min(type, widthOf(tiniestType, mono));
    const int keyRoom =
        std::max(width / 3, width - gap - std::min(name, shortName) - std::min(type, widthOf(shortestType, mono)));
    const bool areKeysShown = hasKeys && shortModule <= width * 2 / 3;
    int moduleRoom = std::min(shortModule, areKeysShown ? keyRoom : width / 6);
    bool isNameWhole = whole.name.size() <= shortestName ||
                       width - gap - moduleRoom - name >= std::min(type, widthOf(shortestType, mono));
    // A name without a long key is cut last: most of the module and of the type go before it.
    const int leastModuleRoom = std::min(shortModule, leastModule * small.averageCharWidth());
    if (!isNameWhole && !areKeysShown && keySize(whole.name) <= shortKey &&
        name + gap + leastModuleRoom + std::min(type, widthOf(leastOfType, mono)) <= width) {
        isNameWhole = true;
        moduleRoom = leastModuleRoom;
    }
    const int left = width - gap - moduleRoom;
    const int third = std::max(tinyType, std::min(shortType, left / 3));
    const int typeRoom = isNameWhole ? std::clamp(left - name, tinyType, third) : third;
    const QString cutName = elidedName(whole.name, beside, mono, left - typeRoom);
    return rest(mono.elidedText(whole.type, Qt::ElideMiddle, left - mono.horizontalAdvance(cutName)), cutName);
}

} // namespace planlens::widgets
