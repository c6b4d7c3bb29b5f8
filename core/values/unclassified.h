// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/marks.h"

namespace planlens::values {

/// The mark beside `sensitive` of a value that may not be sensitive: there is no schema that says so.
inline Mark unclassified() {
    static const Mark mark("Unclassified");
    return mark;
}

} // namespace planlens::values
