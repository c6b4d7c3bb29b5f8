// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::widgets {

/// The contents of a tab label.
struct TabMark {
    enum class Status { Plain, Busy, NeedsInput, Error };
    QString name;  // of the folder or file
    QString path;  // absolute path; may be empty
    QString sign;  // short status with a glyph: "− 3", "✗"; may be empty
    QString words; // the same as text
    Status status = Status::Plain;
    bool operator==(const TabMark&) const = default;
};

} // namespace planlens::widgets
