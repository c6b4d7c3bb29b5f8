// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace planlens::lang {

/// A point in time with the offset from UTC that it was written with.
struct Timestamp {
    std::int64_t seconds = 0; // since 1970, UTC
    std::int64_t nanoseconds = 0;
    std::int64_t offset = 0; // in seconds

    static Timestamp now();
    Timestamp plus(std::int64_t addedNanoseconds) const;
    /// RFC 3339, without fractions of seconds.
    std::string toString() const;
};

/// The parts of a point in time as its offset has them.
struct CivilTime {
    std::int64_t year = 0;
    int month = 1;
    int day = 1;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int weekday = 0; // from Sunday
};
CivilTime civilTime(const Timestamp& timestamp);
std::int64_t daysInMonth(int month, std::int64_t year);
/// Seconds since 1970 of a date at midnight, UTC.
std::int64_t secondsOfDate(std::int64_t year, int month, int day);

/// Which of the reference's readers of RFC 3339 to read with: they differ in what they let pass and in their words.
enum class Strictness { Strict, Lenient };
diags::Expected<Timestamp, std::string> parseTimestamp(std::string_view text, Strictness strictness);

/// Nanoseconds of a duration such as "1h30m".
diags::Expected<std::int64_t, std::string> parseDuration(std::string_view text);

/// `Z`, or the offset as `+0130`, or `+01:30`.
std::string offsetText(std::int64_t offset, std::string_view separator);

} // namespace planlens::lang
