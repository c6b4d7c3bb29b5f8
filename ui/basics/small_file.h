// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <QByteArray>
#include <QString>

namespace planlens {

/// Reads a file with settings from a folder that may not be trusted. Can be called on the GUI thread: only regular
/// files of up to 1 MiB are read. Returns an empty text if there is no file, or why it cannot be read.
diags::Expected<QByteArray, QString> readSmallFile(const QString& path);

} // namespace planlens
