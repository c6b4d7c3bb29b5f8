// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/output_file.h"

#include "core/system/output_file.h"
#include "ui/basics/text.h"

#include <QFile>

namespace planlens {

QString writeOutputFile(const QString& file, QByteArrayView bytes, mode_t mode) {
    const auto written =
        system::writeOutputFile(QFile::encodeName(file).toStdString(), {bytes.data(), std::size_t(bytes.size())},
                                {.mode = mode, .missingReader = system::MissingReader::Fail});
    return written ? QString() : qstring(written.error().reason());
}

} // namespace planlens
