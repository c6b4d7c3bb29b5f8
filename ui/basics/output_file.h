// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

#include <sys/types.h>

namespace planlens {

/// Writes a file that the user chose, as system::writeOutputFile does, but never waits for the reader of a FIFO.
/// Returns the reason if it cannot be written, otherwise an empty text.
QString writeOutputFile(const QString& file, QByteArrayView bytes, mode_t mode = 0666);

} // namespace planlens
