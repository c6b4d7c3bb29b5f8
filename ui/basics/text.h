// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace planlens {

inline QString qstring(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
/// A tool tip that is never interpreted as HTML; long lines wrap.
inline QString plainToolTip(const QString& text) {
    return text.isEmpty() ? QString()
                          : QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}
inline std::string stdString(const QString& text) {
    return text.toStdString();
}

} // namespace planlens
