// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/yaml/yaml_scalar.h"

#include "core/lang/functions/time/timestamp.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <optional>

namespace planlens::lang {
namespace {

using values::Number;
using values::quoted;
using values::Type;
using values::Value;
using Resolved = diags::Expected<Value, std::string>;

constexpr std::string_view nullTag = "tag:yaml.org,2002:null";
constexpr std::string_view boolTag = "tag:yaml.org,2002:bool";
constexpr std::string_view stringTag = "tag:yaml.org,2002:str";
constexpr std::string_view intTag = "tag:yaml.org,2002:int";
constexpr std::string_view floatTag = "tag:yaml.org,2002:float";
constexpr std::string_view timestampTag = "tag:yaml.org,2002:timestamp";
constexpr std::string_view binaryTag = "tag:yaml.org,2002:binary";

/// Returns the words that are not strings.
const std::map<std::string_view, Value>& words() {
    static const std::map<std::string_view, Value> table = [] {
        std::map<std::string_view, Value> result;
        for (const char* word : {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})
            result.emplace(word, Value::boolean(true));
        for (const char* word : {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})
            result.emplace(word, Value::boolean(false));
        for (const char* word : {"", "~", "null", "Null", "NULL"})
            result.emplace(word, Value::null(Type::dynamic()));
        for (const char* word : {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})
            result.emplace(word, Value::number(Number::infinity(false)));
        for (const char* word : {"-.inf", "-.Inf", "-.INF"})
            result.emplace(word, Value::number(Number::infinity(true)));
        return result;
    }();
    return table;
}

/// Reads consecutive numbers.
class Cursor {
public:
    explicit Cursor(std::string_view text)
        : m_rest(text) {}

    bool atEnd() const { return m_rest.empty(); }
    bool take(char c) {
        if (!m_rest.starts_with(c))
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    std::optional<int> number(std::size_t fewest, std::size_t most) {
        int value = 0;
        std::size_t digits = 0;
        for (; digits < most && digits < m_rest.size() && m_rest[digits] >= '0' && m_rest[digits] <= '9'; ++digits)
            value = value * 10 + (m_rest[digits] - '0');
        if (digits < fewest)
            return std::nullopt;
        m_rest.remove_prefix(digits);
        return value;
    }
    void skipFraction() {
        if (m_rest.size() < 2 || (m_rest[0] != '.' && m_rest[0] != ',') || m_rest[1] < '0' || m_rest[1] > '9')
            return;
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of("0123456789", 1), m_rest.size()));
    }
    /// Seconds from UTC.
    std::optional<std::int64_t> zone() {
        if (take('Z'))
            return 0;
        const bool negative = m_rest.starts_with('-');
        if (!take('-') && !take('+'))
            return std::nullopt;
        const auto hours = number(2, 2);
        const bool colon = take(':');
        const auto minutes = number(2, 2);
        if (!hours || !colon || !minutes || *hours > 24 || *minutes > 60)
            return std::nullopt;
        return (*hours * 60 + *minutes) * 60 * (negative ? -1 : 1);
    }

private:
    std::string_view m_rest;
};

bool isWithin(std::optional<int> number, int greatest) {
    return number && *number <= greatest;
}

/// Reads a YAML date with an optional time, including the short forms.
std::optional<Timestamp> readTimestamp(std::string_view text) {
    Cursor cursor(text);
    const auto year = cursor.number(4, 4);
    if (!year || !cursor.take('-'))
        return std::nullopt;
    const auto month = cursor.number(1, 2);
    if (!isWithin(month, 12) || *month == 0 || !cursor.take('-'))
        return std::nullopt;
    const auto day = cursor.number(1, 2);
    if (!day || *day < 1 || *day > daysInMonth(*month, *year))
        return std::nullopt;
    Timestamp result;
    result.seconds = secondsOfDate(*year, *month, *day);
    if (cursor.atEnd())
        return result;
    const bool withZone = cursor.take('T') || cursor.take('t');
    if (!withZone && !cursor.take(' '))
        return std::nullopt;
    const auto hour = cursor.number(1, 2);
    if (!isWithin(hour, 23) || !cursor.take(':'))
        return std::nullopt;
    const auto minute = cursor.number(1, 2);
    if (!isWithin(minute, 59) || !cursor.take(':'))
        return std::nullopt;
    const auto second = cursor.number(1, 2);
    if (!isWithin(second, 59))
        return std::nullopt;
    cursor.skipFraction();
    const auto offset = withZone ? cursor.zone() : std::optional<std::int64_t>(0);
    if (!offset || !cursor.atEnd())
        return std::nullopt;
    result.offset = *offset;
    result.seconds += *hour * 3600 + *minute * 60 + *second - *offset;
    return result;
}

/// Reads an integer with the prefix of another base.
std::optional<Number> prefixedInteger(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.size() < 3 || text[0] != '0')
        return std::nullopt;
    const char prefix = static_cast<char>(text[1] | 0x20);
    const int base = prefix == 'x' ? 16 : prefix == 'o' ? 8 : prefix == 'b' ? 2 : 0;
    if (base == 0 || text[2] == '-' || text[2] == '+')
        return std::nullopt;
    const auto number = Number::parseInteger(text.substr(2), base);
    if (!number || !number->toUint64() || (negative && !number->toInt64()))
        return std::nullopt;
    return negative ? -*number : *number;
}

diags::Unexpected<std::string> cannotParse(const std::string& text, std::string_view tag) {
    return {fmt::format("cannot parse {} as {}", quoted(text), tag)};
}

Resolved resolveNumber(const std::string& text, std::string_view tag) {
    std::string plain = text;
    std::erase(plain, '_');
    if (const auto number = Number::parse(plain))
        return Value::number(*number);
    if (const auto number = prefixedInteger(plain))
        return Value::number(*number);
    return cannotParse(text, tag);
}

Resolved resolveTagged(std::string_view tag, const std::string& text) {
    if (tag == binaryTag && !values::fromBase64(text))
        return diags::Unexpected{cannotParse(text, tag).error + ": not valid base64"};
    if (tag.empty() || tag == stringTag || tag == binaryTag)
        return Value::string(text);
    if (tag == nullTag)
        return Value::null(Type::dynamic());
    if (tag == intTag || tag == floatTag)
        return resolveNumber(text, tag);
    if (tag == boolTag) {
        const auto word = words().find(text);
        if (word != words().end() && word->second.type().isBool())
            return word->second;
    } else if (const auto timestamp = readTimestamp(text)) {
        return Value::string(timestamp->toString());
    }
    return cannotParse(text, tag);
}

bool isSupported(std::string_view tag) {
    return tag.empty() || tag == nullTag || tag == boolTag || tag == stringTag || tag == intTag || tag == floatTag ||
           tag == timestampTag || tag == binaryTag;
}

/// The possible kinds of a scalar, other than string, by its first character.
enum class Hint { String, Word, Point, Number };

Hint hintOf(const std::string& text) {
    if (text.empty())
        return Hint::Word;
    const char c = text[0];
    if (c == '.')
        return Hint::Point;
    if (c == '+' || c == '-' || (c >= '0' && c <= '9'))
        return Hint::Number;
    return std::string_view("yYnNtTfFoO~").find(c) != std::string_view::npos ? Hint::Word : Hint::String;
}

} // namespace

Resolved resolveYamlScalar(std::string_view tag, const std::string& text, YamlStyle style) {
    static const RE2 integer("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    static const RE2 floating("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    if (!isSupported(tag))
        return diags::Unexpected{"unsupported tag " + quoted(tag)};
    const Hint hint = hintOf(text);
    if (hint == Hint::String || tag == stringTag || tag == binaryTag)
        return resolveTagged(tag, text);
    if (style == YamlStyle::Quoted)
        return Value::string(text);
    if (const auto word = words().find(text); word != words().end())
        return word->second;
    if (tag.empty() && (text == ".nan" || text == ".NaN" || text == ".NAN"))
        return diags::Unexpected{std::string("floating point NaN is not supported")};
    if (hint == Hint::Point) {
        if (const auto number = Number::parse(text))
            return Value::number(*number);
    } else if (hint == Hint::Number) {
        if (tag.empty() || tag == timestampTag) {
            if (const auto timestamp = readTimestamp(text))
                return Value::string(timestamp->toString());
        }
        if (RE2::FullMatch(text, integer))
            return resolveTagged(intTag, text);
        if (RE2::FullMatch(text, floating))
            return resolveTagged(floatTag, text);
    }
    return resolveTagged(tag, text);
}

Value yamlScalarText(const std::string& text, YamlStyle style) {
    const auto word = style == YamlStyle::Plain ? words().find(text) : words().end();
    const bool isNull = word != words().end() && word->second.isNull();
    return isNull ? word->second : Value::string(text);
}

} // namespace planlens::lang
