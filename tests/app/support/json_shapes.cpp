// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <cctype>

namespace planlens::testing {

namespace {

const QLatin1String varies("<<varies>>");

QByteArray compact(const QJsonValue& value) {
    const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return text.mid(1, text.size() - 2);
}

QString print(const QJsonValue& value) {
    return QString::fromUtf8(compact(value).left(200));
}

/// Quotes numbers with more digits than a double can represent.
QByteArray withLongNumbersQuoted(const QByteArray& text) {
    QByteArray out;
    out.reserve(text.size());
    bool inString = false;
    for (int i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            out += c;
            if (c == '\\')
                out += text[++i];
            else if (c == '"')
                inString = false;
            continue;
        }
        if (c != '-' && std::isdigit(static_cast<unsigned char>(c)) == 0) {
            inString = c == '"';
            out += c;
            continue;
        }
        int end = i + 1;
        while (end < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || QByteArrayView("+-.").contains(text[end])))
            ++end;
        const QByteArray number = text.mid(i, end - i);
        const bool isLong =
            std::count_if(number.begin(), number.end(), [](char d) { return d >= '0' && d <= '9'; }) > 15;
        out += isLong ? "\"number:" + number + '"' : number;
        i = end - 1;
    }
    return out;
}

} // namespace

QJsonValue parseJson(const QByteArray& text) {
    const QJsonDocument document = QJsonDocument::fromJson(withLongNumbersQuoted(text));
    if (document.isArray())
        return document.array();
    return document.isObject() ? QJsonValue(document.object()) : QJsonValue(QJsonValue::Undefined);
}

QList<QJsonObject> parseLines(const QByteArray& text) {
    QList<QJsonObject> found;
    for (const QByteArray& line : text.split('\n'))
        if (const QJsonValue value = parseJson(line); value.isObject())
            found.append(value.toObject());
    return found;
}

QString difference(const QJsonValue& wanted, const QJsonValue& got, const QString& path) {
    if (wanted == QJsonValue(varies))
        return {};
    if (wanted.isObject() && got.isObject()) {
        const QJsonObject left = wanted.toObject(), right = got.toObject();
        QStringList keys = left.keys() + right.keys();
        keys.removeDuplicates();
        for (const QString& key : keys) {
            const QString below = path + QLatin1Char('.') + key;
            if (!left.contains(key))
                return below + QLatin1String(": not expected, got ") + print(right[key]);
            if (!right.contains(key) && left[key] != QJsonValue(varies))
                return below + QLatin1String(": missing, want ") + print(left[key]);
            if (const QString found = difference(left[key], right[key], below); !found.isEmpty())
                return found;
        }
        return {};
    }
    if (wanted.isArray() && got.isArray()) {
        const QJsonArray left = wanted.toArray(), right = got.toArray();
        if (left.size() != right.size())
            return QStringLiteral("%1: %2 elements, want %3: %4")
                .arg(path)
                .arg(right.size())
                .arg(left.size())
                .arg(print(got));
        for (qsizetype i = 0; i < left.size(); ++i)
            if (const QString found = difference(left[i], right[i], QStringLiteral("%1[%2]").arg(path).arg(i));
                !found.isEmpty())
                return found;
        return {};
    }
    if (wanted == got)
        return {};
    return QStringLiteral("%1: got %2, want %3").arg(path, print(got), print(wanted));
}

QString textDifference(const QByteArray& wanted, const QByteArray& got) {
    const QList<QByteArray> left = wanted.split('\n'), right = got.split('\n');
    for (qsizetype i = 0; i < std::max(left.size(), right.size()); ++i) {
        const QByteArray wantedLine = i < left.size() ? left[i] : QByteArray("(end)"),
                         gotLine = i < right.size() ? right[i] : QByteArray("(end)");
        if (wantedLine != gotLine && wantedLine != varies.data())
            return QStringLiteral("line %1: got \"%2\", want \"%3\"")
                .arg(i + 1)
                .arg(QString::fromUtf8(gotLine), QString::fromUtf8(wantedLine));
    }
    return {};
}

QJsonValue inOrder(const QJsonValue& list) {
    if (!list.isArray())
        return list;
    QList<QJsonValue> elements;
    for (const QJsonValue element : list.toArray())
        elements.append(element);
    std::sort(elements.begin(), elements.end(),
              [](const QJsonValue& a, const QJsonValue& b) { return compact(a) < compact(b); });
    QJsonArray sorted;
    for (const QJsonValue& element : elements)
        sorted.append(element);
    return sorted;
}

} // namespace planlens::testing
