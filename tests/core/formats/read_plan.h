// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/reading/plan_reader.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <string>

namespace planlens::testing {

inline QString text(const std::string& s) {
    return QString::fromStdString(s);
}

/// The bytes of a file; empty if it cannot be read.
inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline diags::Result<formats::FinishedPlan> readBytes(const QByteArray& json) {
    return formats::readPlanJson({json.constData(), std::size_t(json.size())});
}

} // namespace planlens::testing
