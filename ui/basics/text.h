// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace planlens {

inline QString qstring(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
inline std::vector<std::string> stdStrings(const QStringList& texts) {
    std::vector<std::string> list;
    for (const QString& text : texts)
        list.push_back(text.toStdString());
    return list;
}
inline std::string stdString(const QString& text) {
    return text.toStdString();
}
/// Returns the texts of a list that others do not contain, in their order.
inline QStringList without(const QStringList& list, const QStringList& others) {
    const QSet<QString> excluded(others.begin(), others.end());
    QStringList rest;
    std::copy_if(list.begin(), list.end(), std::back_inserter(rest),
                 [&](const QString& text) { return !excluded.contains(text); });
    return rest;
}

} // namespace planlens
