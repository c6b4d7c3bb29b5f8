// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/time/timestamp.h"

#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>

namespace planlens::lang {
namespace {

using values::quoted;

constexpr std::int64_t billion = 1'000'000'000;
constexpr std::int64_t daySeconds = 86'400;

bool isDigit(std::string_view text, std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
}

/// A mismatch: the part of the layout, and the text found in its place.
struct ParseProblem {
    std::string_view part;
    std::string found;
    std::string message;
};

/// Reads the parts of RFC 3339 in order, accepting what Go's time.Parse accepts.
class TimestampReader {
public:
    explicit TimestampReader(std::string_view text)
        : m_text(text)
        , m_rest(text) {}

    const ParseProblem& problem() const { return m_problem; }

    std::optional<Timestamp> read() {
        int month = 0;
        int day = 0;
        int hour = 0;
        int minute = 0;
        int second = 0;
        if (!readYear() || !skip("-") || !readNumber("01", Width::Two, 1, 12, "month", month) || !skip("-") ||
            !readNumber("02", Width::Two, 0, 99, "day", day) || !skip("T") ||
            !readNumber("15", Width::OneOrTwo, 0, 23, "hour", hour) || !skip(":") ||
            !readNumber("04", Width::Two, 0, 59, "minute", minute) || !skip(":") ||
            !readNumber("05", Width::Two, 0, 59, "second", second))
            return std::nullopt;
        readFraction();
        if (!readZone())
            return std::nullopt;
        if (!m_rest.empty()) {
            m_problem = {"", std::string(m_rest), ": extra text: " + quoted(m_rest)};
            return std::nullopt;
        }
        if (day < 1 || day > daysInMonth(month, m_year)) {
            m_problem = {"", "", ": day out of range"};
            return std::nullopt;
        }
        m_result.seconds = secondsOfDate(m_year, month, day) + hour * 3600 + minute * 60 + second - m_result.offset;
        return m_result;
    }

    /// Reports deviations from RFC 3339 that the reader accepts.
    std::optional<ParseProblem> deviation() const {
        constexpr std::size_t afterHourDigit = 12;
        constexpr std::size_t afterSeconds = 19;
        if (m_text[afterHourDigit] == ':')
            return ParseProblem{"15", std::string(m_text.substr(afterHourDigit - 1, 1)), ": hour must have two digits"};
        if (m_text[afterSeconds] == ',')
            return ParseProblem{".", ",", ": sub-second separator must be a period"};
        if (m_text.ends_with('Z'))
            return std::nullopt;
        const std::string_view zone = m_text.substr(m_text.size() - 6);
        const auto number = [zone](std::size_t at) { return (zone[at] - '0') * 10 + zone[at + 1] - '0'; };
        if (number(1) >= 24 || number(4) >= 60)
            return ParseProblem{"Z07:00", std::string(zone), ""};
        return std::nullopt;
    }

private:
    enum class Width { Two, OneOrTwo };

    bool fail(std::string_view part, std::string_view found, std::string message = {}) {
        m_problem = {part, std::string(found), std::move(message)};
        return false;
    }

    bool skip(std::string_view separator) {
        if (!m_rest.starts_with(separator))
            return fail(separator, m_rest);
        m_rest.remove_prefix(separator.size());
        return true;
    }

    bool readYear() {
        if (!isDigit(m_rest, 0) || !isDigit(m_rest, 1) || !isDigit(m_rest, 2) || !isDigit(m_rest, 3))
            return fail("2006", m_rest);
        for (std::size_t i = 0; i < 4; ++i)
            m_year = m_year * 10 + (m_rest[i] - '0');
        m_rest.remove_prefix(4);
        return true;
    }

    bool readNumber(std::string_view part, Width width, int least, int greatest, const char* name, int& out) {
        if (!isDigit(m_rest, 0) || (width == Width::Two && !isDigit(m_rest, 1)))
            return fail(part, m_rest);
        const std::size_t digits = isDigit(m_rest, 1) ? 2 : 1;
        for (std::size_t i = 0; i < digits; ++i)
            out = out * 10 + (m_rest[i] - '0');
        m_rest.remove_prefix(digits);
        if (out < least || out > greatest)
            return fail(part, m_rest, fmt::format(": {} out of range", name));
        return true;
    }

    void readFraction() {
        if (m_rest.empty() || (m_rest[0] != '.' && m_rest[0] != ',') || !isDigit(m_rest, 1))
            return;
        std::int64_t scale = billion;
        std::size_t at = 1;
        for (; isDigit(m_rest, at); ++at) {
            scale /= 10;
            m_result.nanoseconds += (m_rest[at] - '0') * scale;
        }
        m_rest.remove_prefix(at);
    }

    bool readZone() {
        constexpr std::string_view part = "Z07:00";
        if (m_rest.starts_with('Z')) {
            m_rest.remove_prefix(1);
            return true;
        }
        const std::string_view whole = m_rest;
        if (whole.size() < 6 || whole[3] != ':')
            return fail(part, whole);
        const auto twoDigits = [whole](std::size_t at) {
            return isDigit(whole, at) && isDigit(whole, at + 1) ? (whole[at] - '0') * 10 + whole[at + 1] - '0' : -1;
        };
        const int hours = twoDigits(1);
        const int minutes = hours < 0 ? -1 : twoDigits(4);
        m_rest.remove_prefix(6);
        if (hours > 24)
            return fail(part, m_rest, ": time zone offset hour out of range");
        if (minutes > 60)
            return fail(part, m_rest, ": time zone offset minute out of range");
        if (minutes < 0 || (whole[0] != '+' && whole[0] != '-'))
            return fail(part, whole);
        m_result.offset = (hours * 60 + minutes) * 60 * (whole[0] == '-' ? -1 : 1);
        return true;
    }

    std::string_view m_text;
    std::string_view m_rest;
    std::int64_t m_year = 0;
    Timestamp m_result;
    ParseProblem m_problem;
};

std::string nameOf(std::string_view part) {
    constexpr std::array<std::pair<std::string_view, const char*>, 7> names{{{"2006", "year"},
                                                                             {"01", "month"},
                                                                             {"02", "day of month"},
                                                                             {"15", "hour"},
                                                                             {"04", "minute"},
                                                                             {"05", "second"},
                                                                             {"Z07:00", "UTC offset"}}};
    for (const auto& [known, name] : names) {
        if (known == part)
            return name;
    }
    return "timestamp segment";
}

std::string explain(const ParseProblem& problem, std::string_view text, Strictness strictness) {
    const std::string start = "not a valid RFC3339 timestamp: ";
    if (problem.part.empty() && problem.found.empty()) {
        return strictness == Strictness::Strict ? start + problem.message.substr(2)
                                                : start + "parsing time " + quoted(text) + problem.message;
    }
    if (problem.part == "T")
        return start + "missing required time introducer 'T'";
    if (problem.part == ":" || problem.part == "-") {
        return problem.found.empty()
                   ? fmt::format("{}end of string where {} is expected", start, quoted(problem.part))
                   : fmt::format("{}found {} where {} is expected", start, quoted(problem.found), quoted(problem.part));
    }
    const std::string what = nameOf(problem.part);
    if (problem.found.empty())
        return start + "end of string before " + what;
    if (strictness == Strictness::Strict) {
        if (what == "hour" && problem.found.find(':') != std::string::npos)
            return start + "hour must be between 0 and 23 inclusive";
        if ((what == "hour" || what == "minute") && problem.found.size() != 2)
            return start + what + " must have exactly two digits";
    }
    return fmt::format("{}cannot use {} as {}", start, quoted(problem.found), what);
}

/// Returns the days since 1970 of a date of the Gregorian calendar.
std::int64_t daysOfDate(std::int64_t year, int month, int day) {
    using namespace std::chrono;
    constexpr std::int64_t cycle = 400; // years after which the calendar repeats
    constexpr std::int64_t cycleDays = 146'097;
    const std::int64_t cycles = (year - 2000 - ((year - 2000) % cycle + cycle) % cycle) / cycle;
    const auto date = std::chrono::year(static_cast<int>(year - cycles * cycle)) /
                      std::chrono::month(static_cast<unsigned>(month)) / std::chrono::day(static_cast<unsigned>(day));
    return cycles * cycleDays + sys_days(date).time_since_epoch().count();
}

} // namespace

std::int64_t daysInMonth(int month, std::int64_t year) {
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

std::int64_t secondsOfDate(std::int64_t year, int month, int day) {
    return daysOfDate(year, month, day) * daySeconds;
}

Timestamp Timestamp::now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::seconds>(now).count(), 0, 0};
}

Timestamp Timestamp::plus(std::int64_t addedNanoseconds) const {
    Timestamp result = *this;
    result.seconds += addedNanoseconds / billion;
    result.nanoseconds += addedNanoseconds % billion;
    if (result.nanoseconds < 0) {
        result.nanoseconds += billion;
        --result.seconds;
    } else if (result.nanoseconds >= billion) {
        result.nanoseconds -= billion;
        ++result.seconds;
    }
    return result;
}

CivilTime civilTime(const Timestamp& timestamp) {
    using namespace std::chrono;
    const std::int64_t local = timestamp.seconds + timestamp.offset;
    const std::int64_t second = (local % daySeconds + daySeconds) % daySeconds;
    const std::int64_t day = (local - second) / daySeconds;
    const year_month_day date{sys_days(days(static_cast<int>(day)))};
    CivilTime result;
    result.year = static_cast<int>(date.year());
    result.month = static_cast<int>(static_cast<unsigned>(date.month()));
    result.day = static_cast<int>(static_cast<unsigned>(date.day()));
    result.hour = static_cast<int>(second / 3600);
    result.minute = static_cast<int>(second / 60 % 60);
    result.second = static_cast<int>(second % 60);
    result.weekday = static_cast<int>(weekday(sys_days(days(static_cast<int>(day)))).c_encoding());
    return result;
}

std::string offsetText(std::int64_t offset, std::string_view separator) {
    const std::int64_t minutes = (offset < 0 ? -offset : offset) / 60;
    return fmt::format("{}{:02}{}{:02}", offset < 0 ? '-' : '+', minutes / 60, separator, minutes % 60);
}

std::string Timestamp::toString() const {
    const CivilTime civil = civilTime(*this);
    return fmt::format("{}{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}", civil.year < 0 ? "-" : "", std::abs(civil.year),
                       civil.month, civil.day, civil.hour, civil.minute, civil.second,
                       offset == 0 ? "Z" : offsetText(offset, ":"));
}

diags::Expected<Timestamp, std::string> parseTimestamp(std::string_view text, Strictness strictness) {
    TimestampReader reader(text);
    const auto timestamp = reader.read();
    if (!timestamp)
        return diags::Unexpected{explain(reader.problem(), text, strictness)};
    if (strictness == Strictness::Strict) {
        if (const auto deviation = reader.deviation())
            return diags::Unexpected{explain(*deviation, text, strictness)};
    }
    return *timestamp;
}

} // namespace planlens::lang
