// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>

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

} // namespace planlens
