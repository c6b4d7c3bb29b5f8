// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QDateTime>

#include <chrono>

namespace planlens {

/// Returns the local time of a point of the system's clock.
inline QDateTime localTime(std::chrono::system_clock::time_point time) {
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count());
}

} // namespace planlens
