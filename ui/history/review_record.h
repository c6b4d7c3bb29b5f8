// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/review_marks.h"

/// The reviewed changes of each folder and file, in the settings of the user. They contain no text of a plan.
namespace planlens::history {

/// Returns fingerprints with the key of the installation, which may be stored. Without a key, or if no settings are
/// written, they are hashes of this process.
models::ReviewMarks::Fingerprints storedFingerprints();

/// Reads the marks of a place, which is a folder with its workspace or a file.
models::ReviewMarks::Marks readMarks(const QString& place);
void writeMarks(const QString& place, const models::ReviewMarks::Marks& marks);

} // namespace planlens::history
