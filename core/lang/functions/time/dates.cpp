// SPDX-License-Identifier: MPL-2.0
#include "core/lang/files_read.h"
#include "core/lang/functions.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <array>

namespace planlens::lang {
namespace {

using TextOutcome = hcl::FunctionOutcome<std::string>;
using values::quoted;

constexpr std::array<const char*, 12> monthNames{"January", "February", "March",     "April",   "May",      "June",
                                                 "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<const char*, 7> dayNames{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                              "Thursday", "Friday", "Saturday"};

Failure badVerb(std::string_view token, const std::string& rule) {
    return failAt(0, fmt::format("invalid date format verb {}: {}", quoted(token), rule));
}

/// One letter: the number without padding; two: at least two digits.
TextOutcome number(std::string_view token, int value, const std::string& rule) {
    if (token.size() > 2)
        return badVerb(token, rule);
    return token.size() == 1 ? fmt::format("{}", value) : fmt::format("{:02}", value);
}

TextOutcome year(std::string_view token, std::int64_t value) {
    if (token.size() == 2)
        return fmt::format("{:02}", value % 100);
    if (token.size() == 4)
        return fmt::format("{:04}", value);
    return badVerb(token, R"(year must either be "YY" or "YYYY")");
}

TextOutcome month(std::string_view token, int value) {
    const std::string name = monthNames[static_cast<std::size_t>(value - 1)];
    if (token.size() == 3 || token.size() == 4)
        return token.size() == 3 ? name.substr(0, 3) : name;
    return number(token, value, R"(month must be "M", "MM", "MMM", or "MMMM")");
}

TextOutcome weekday(std::string_view token, int value) {
    const std::string name = dayNames[static_cast<std::size_t>(value)];
    if (token.size() == 3 || token.size() == 4)
        return token.size() == 3 ? name.substr(0, 3) : name;
    return badVerb(token, R"(day of week must either be "EEE" or "EEEE")");
}

TextOutcome zone(std::string_view token, std::int64_t offset) {
    switch (token.size()) {
    case 1:
        return offset == 0 ? "Z" : offsetText(offset, ":");
    case 3:
        return offset == 0 ? "UTC" : offsetText(offset, "");
    case 4:
        return offsetText(offset, "");
    case 5:
        return offsetText(offset, ":");
    default:
        return badVerb(token, "timezone must be Z, ZZZZ, or ZZZZZ");
    }
}

TextOutcome verb(std::string_view token, const CivilTime& time, std::int64_t offset) {
    switch (token[0]) {
    case 'Y':
        return year(token, time.year);
    case 'M':
        return month(token, time.month);
    case 'D':
        return number(token, time.day, R"(day of month must either be "D" or "DD")");
    case 'E':
        return weekday(token, time.weekday);
    case 'h':
        return number(token, time.hour, R"(24-hour must either be "h" or "hh")");
    case 'H':
        return number(token, time.hour % 12 == 0 ? 12 : time.hour % 12, R"(12-hour must either be "H" or "HH")");
    case 'A':
    case 'a': {
        const bool upper = token[0] == 'A';
        if (token.size() != 2)
            return badVerb(token, fmt::format("must be \"{}{}\"", token[0], token[0]));
        return std::string(time.hour < 12 ? (upper ? "AM" : "am") : (upper ? "PM" : "pm"));
    }
    case 'm':
        return number(token, time.minute, R"(minute must either be "m" or "mm")");
    case 's':
        return number(token, time.second, R"(second must either be "s" or "ss")");
    case 'Z':
        return zone(token, offset);
    default:
        return failAt(0, "invalid date format verb " + quoted(token));
    }
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Removes and returns a literal in single quotes; doubled quotes inside denote one.
TextOutcome takeLiteral(std::string_view& rest) {
    rest.remove_prefix(1);
    if (rest.starts_with('\'')) {
        rest.remove_prefix(1);
        return std::string("'");
    }
    // A doubled quote at the end also closes the literal.
    const bool closedByDoubled = rest.ends_with("''");
    std::string literal;
    for (; !rest.empty(); rest.remove_prefix(1)) {
        if (rest[0] == '\'') {
            rest.remove_prefix(1);
            if (!rest.starts_with('\''))
                return literal;
        }
        literal += rest[0];
    }
    if (closedByDoubled)
        return literal;
    return failAt(0, "unterminated literal '");
}

ValueOutcome formatDate(Arguments arguments, Type) {
    const auto timestamp = parseTimestamp(arguments[1].asString(), Strictness::Strict);
    if (!timestamp)
        return failAt(1, timestamp.error());
    const CivilTime time = civilTime(*timestamp);
    std::string out;
    for (std::string_view rest = arguments[0].asString(); !rest.empty();) {
        if (rest[0] != '\'' && !isLetter(rest[0])) {
            out += rest[0];
            rest.remove_prefix(1);
            continue;
        }
        TextOutcome part = std::string();
        if (rest[0] == '\'') {
            part = takeLiteral(rest);
        } else {
            const std::string_view token = rest.substr(0, rest.find_first_not_of(rest[0]));
            rest.remove_prefix(token.size());
            part = verb(token, time, timestamp->offset);
        }
        if (!part)
            return Failure{part.error()};
        out += *part;
    }
    return Value::string(out);
}

ValueOutcome timeAdd(Arguments arguments, Type) {
    const auto timestamp = parseTimestamp(arguments[0].asString(), Strictness::Strict);
    if (!timestamp)
        return fail(timestamp.error());
    const auto duration = parseDuration(arguments[1].asString());
    if (!duration)
        return fail(duration.error());
    return Value::string(timestamp->plus(*duration).toString());
}

ValueOutcome timeCompare(Arguments arguments, Type) {
    const auto first = parseTimestamp(arguments[0].asString(), Strictness::Lenient);
    if (!first)
        return failAt(0, first.error());
    const auto second = parseTimestamp(arguments[1].asString(), Strictness::Lenient);
    if (!second)
        return failAt(1, second.error());
    const auto a = std::pair(first->seconds, first->nanoseconds);
    const auto b = std::pair(second->seconds, second->nanoseconds);
    return Value::number(a < b ? -1 : a > b ? 1 : 0);
}

} // namespace

void addDates(FunctionList& functions, const FunctionOptions& options) {
    add(functions, {.name = "formatdate",
                    .parameters = {parameter("format", Type::string()), parameter("time", Type::string())},
                    .type = always(Type::string()),
                    .call = formatDate});
    add(functions, {.name = "timeadd",
                    .parameters = {parameter("timestamp", Type::string()), parameter("duration", Type::string())},
                    .nullness = Nullness::MayBeNull,
                    .type = always(Type::string()),
                    .call = timeAdd});
    add(functions, {.name = "timecmp",
                    .parameters = {parameter("timestamp_a", Type::string()), parameter("timestamp_b", Type::string())},
                    .type = always(Type::number()),
                    .call = timeCompare});
    add(functions, {.name = "timestamp",
                    .type = always(Type::string()),
                    .call = [pure = options.pure](Arguments, Type type) -> ValueOutcome {
                        return pure ? unknown(type) : Value::string(Timestamp::now().toString());
                    }});
    add(functions,
        {.name = "plantimestamp",
         .nullness = Nullness::MayBeNull,
         .type = always(Type::string()),
         .call = [time = options.planTimestamp, reads = options.filesRead](Arguments, Type type) -> ValueOutcome {
             if (reads)
                 reads->addTime();
             return time ? Value::string(*time) : unknown(type);
         }});
}

} // namespace planlens::lang
