// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/strings/format_verb.h"
#include "core/values/text/known_prefix.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::lang {
namespace {

using hcl::syntax::EvaluationBudget;

using TextOutcome = hcl::FunctionOutcome<std::string>;

constexpr std::size_t mostDigits = 10'000'000; // of the width and the precision of a verb

/// Replaces the formatting verbs of a format string by arguments.
class Formatter {
public:
    Formatter(std::string_view format, Arguments arguments)
        : m_format(format)
        , m_arguments(arguments) {}

    TextOutcome run() {
        while (m_at < m_format.size()) {
            if (m_format[m_at] != '%') {
                m_out += m_format[m_at++];
            } else if (peek(1) == '%') {
                m_out += '%';
                m_at += 2;
            } else if (auto failure = runVerb()) {
                return Failure{*std::move(failure)};
            }
        }
        if (m_highest < m_arguments.size()) {
            return failAt(m_highest + 1,
                          m_highest == 0 ? "too many arguments; no verbs in format string"
                                         : fmt::format("too many arguments; only {} used by format string", m_highest));
        }
        return std::move(m_out);
    }

private:
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_format.size() ? m_format[m_at + ahead] : '\0'; }

    std::size_t readNumber() {
        constexpr std::size_t greatest = 1'000'000'000;
        std::size_t number = 0;
        for (; isDigit(peek()); ++m_at)
            number = std::min(greatest, number * 10 + static_cast<std::size_t>(peek() - '0'));
        return number;
    }

    void readFlags(FormatVerb& verb) {
        for (;; ++m_at) {
            switch (peek()) {
            case '0':
                verb.zero = true;
                break;
            case '#':
                verb.sharp = true;
                break;
            case '-':
                verb.minus = true;
                break;
            case '+':
                verb.plus = true;
                break;
            case ' ':
                verb.space = true;
                break;
            default:
                return;
            }
        }
    }

    /// Returns false if the verb at the current position is malformed.
    bool readVerb(FormatVerb& verb) {
        verb.offset = m_at++;
        readFlags(verb);
        if (isDigit(peek()))
            verb.width = readNumber();
        if (peek() == '.') {
            ++m_at;
            verb.precision = readNumber();
        }
        if (peek() == '[') {
            ++m_at;
            if (!isDigit(peek()) || peek() == '0')
                return false;
            verb.argument = readNumber();
            if (peek() != ']')
                return false;
            ++m_at;
        }
        if (!isLetter(peek()))
            return false;
        verb.mode = m_format[m_at++];
        verb.raw = m_format.substr(verb.offset, m_at - verb.offset);
        return true;
    }

    std::optional<FunctionError> runVerb() {
        FormatVerb verb;
        verb.argument = m_next;
        if (!readVerb(verb))
            return badFormat();
        m_highest = std::max(m_highest, verb.argument);
        if (verb.argument > m_arguments.size()) {
            return fail(fmt::format("not enough arguments for {} at {}: need index {} but have {} total",
                                    values::quoted(verb.raw), verb.offset, verb.argument, m_arguments.size()))
                .error;
        }
        if (verb.width.value_or(0) > mostDigits || verb.precision.value_or(0) > mostDigits)
            return fail(fmt::format("the width or precision of {} at {} is greater than {}", values::quoted(verb.raw),
                                    verb.offset, mostDigits))
                .error;
        auto text = formatArgument(verb, m_arguments[verb.argument - 1]);
        if (!text)
            return text.error();
        if (!EvaluationBudget::admits(0, m_out.size() + text->size()))
            return fail("the text is too long").error;
        m_out += *text;
        m_next = verb.argument + 1;
        return std::nullopt;
    }

    FunctionError badFormat() const {
        if (m_at >= m_format.size())
            return fail(fmt::format("invalid format string starting at offset {}", m_at)).error;
        const std::string_view character = m_format.substr(m_at, values::decodeUtf8(m_format.substr(m_at)).size);
        std::string quoted = values::quoted(character);
        quoted = quoted == "\"\\\"\"" ? "\"" : quoted.substr(1, quoted.size() - 2);
        if (character == "'")
            quoted = "\\'";
        return fail(fmt::format("unrecognized format character '{}' at offset {}", quoted, m_at)).error;
    }

    std::string_view m_format;
    Arguments m_arguments;
    std::size_t m_at = 0;
    std::size_t m_next = 1; // arguments are counted from 1
    std::size_t m_highest = 0;
    std::string m_out;
};

bool areWhollyKnown(Arguments arguments) {
    return std::all_of(arguments.begin(), arguments.end(), [](const Value& value) { return value.isWhollyKnown(); });
}

ValueOutcome format(Arguments arguments, Type type) {
    const std::string& text = arguments[0].asString();
    if (!areWhollyKnown(arguments.subspan(1))) {
        const std::size_t literal = text.find('%');
        values::Refinement beginning;
        if (literal != std::string::npos && literal > 0) {
            beginning.notNull = true;
            beginning.prefix = values::safeKnownPrefix(std::string_view(text).substr(0, literal));
        }
        return Value::unknown(type, beginning);
    }
    auto result = Formatter(text, arguments.subspan(1)).run();
    if (!result)
        return Failure{std::move(result).error()};
    return Value::string(*result);
}

/// The arguments that are iterated by element, and their number of elements.
struct Rows {
    std::vector<bool> isSequence;
    std::optional<std::size_t> count;
    bool isKnown = true;
};

hcl::FunctionOutcome<Rows> rowsOf(Arguments arguments) {
    Rows rows;
    std::size_t decisive = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Value& argument = arguments[i];
        const bool sequence = isSequence(argument.type()) && !argument.isNull();
        rows.isSequence.push_back(sequence);
        if (!sequence) {
            rows.isKnown = rows.isKnown && (argument.isKnown() || !argument.type().isDynamic());
            continue;
        }
        if (!isLengthKnown(argument)) {
            rows.isKnown = false;
            continue;
        }
        const std::size_t length = argument.type().isTuple() ? argument.type().tupleTypes().size() : argument.size();
        if (rows.count && length != *rows.count) {
            return failAt(i + 1,
                          fmt::format("argument {} has length {}, which is inconsistent with argument {} of length {}",
                                      i + 1, length, decisive + 1, *rows.count));
        }
        if (!rows.count)
            decisive = i;
        rows.count = length;
        rows.isKnown = rows.isKnown && argument.isKnown();
    }
    return rows;
}

ValueOutcome formatList(Arguments all, Type type) {
    const std::string& text = all[0].asString();
    const Arguments arguments = all.subspan(1);
    const auto rows = rowsOf(arguments);
    if (!rows)
        return Failure{rows.error()};
    if (!rows->isKnown)
        return unknown(type);
    std::vector<Value> lines;
    std::vector<Value> row(arguments.size());
    std::size_t bytes = 0;
    for (std::size_t r = 0; r < rows->count.value_or(1); ++r) {
        for (std::size_t i = 0; i < arguments.size(); ++i)
            row[i] = rows->isSequence[i] ? arguments[i].element(r) : arguments[i];
        if (!areWhollyKnown(row)) {
            values::Refinement notNull;
            notNull.notNull = true;
            lines.push_back(Value::unknown(Type::string(), notNull));
            continue;
        }
        auto line = Formatter(text, row).run();
        if (!line && arguments.empty())
            return Failure{std::move(line).error()};
        if (!line)
            return fail(fmt::format("error on format iteration {}: {}", r, line.error().message));
        if (!EvaluationBudget::admits(0, bytes += line->size()))
            return fail("the texts are too long");
        lines.push_back(Value::string(*line));
    }
    return Value::sequence(type, std::move(lines));
}

} // namespace

void addFormatting(FunctionList& functions) {
    const auto add = [&functions](const char* name, Type type, ValueOutcome (*call)(Arguments, Type)) {
        lang::add(functions,
                  {.name = name,
                   .parameters = {parameter("format", Type::string())},
                   .variadic = parameter("args", Type::dynamic(), {Allow::Null, Allow::Unknown, Allow::DynamicType}),
                   .type = always(type),
                   .call = call});
    };
    add("format", Type::string(), format);
    add("formatlist", Type::list(Type::string()), formatList);
}

} // namespace planlens::lang
