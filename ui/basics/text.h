// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace planlens {

inline QString qstring(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
inline std::string stdString(const QString& text) {
    return text.toStdString();
}

} // namespace planlens
