// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace planlens::lang {

/// A point in time with its UTC offset in the source.
struct Timestamp {
    std::int64_t seconds = 0; // since 1970, UTC
    std::int64_t nanoseconds = 0;
    std::int64_t offset = 0; // in seconds

    static Timestamp now();
    Timestamp plus(std::int64_t addedNanoseconds) const;
    /// Formats as RFC 3339, without fractions of seconds.
    std::string toString() const;
};

/// The calendar fields of a point in time at its offset.
struct CivilTime {
    std::int64_t year = 0;
    int month = 1;
    int day = 1;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int weekday = 0; // 0 is Sunday
};
CivilTime civilTime(const Timestamp& timestamp);
std::int64_t daysInMonth(int month, std::int64_t year);
/// Returns the seconds since 1970 of a date at midnight, UTC.
std::int64_t secondsOfDate(std::int64_t year, int month, int day);

/// Selects one of the reference's RFC 3339 parsers: they differ in strictness and messages.
enum class Strictness { Strict, Lenient };
diags::Expected<Timestamp, std::string> parseTimestamp(std::string_view text, Strictness strictness);

/// Returns the nanoseconds of a duration such as "1h30m".
diags::Expected<std::int64_t, std::string> parseDuration(std::string_view text);

/// Returns `Z`, or the offset as `+0130`, or `+01:30`.
std::string offsetText(std::int64_t offset, std::string_view separator);

} // namespace planlens::lang
