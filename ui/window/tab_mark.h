// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::widgets {

/// What a tab says of what is in it.
struct TabMark {
    enum class Mood { Plain, Busy, Asks, Error };
    QString name;  // of the folder or file
    QString path;  // whole; may be empty
    QString sign;  // short, with a glyph: "− 3", "✗"; may be empty
    QString words; // the same in words
    Mood mood = Mood::Plain;
    bool operator==(const TabMark&) const = default;
};

} // namespace planlens::widgets
