// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/lang/functions/builtins.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <unicode/uchar.h>

#include <map>

namespace planlens::lang {
namespace {

using hcl::syntax::EvaluationBudget;

/// Old versions of RE2 support named groups only as `(?P<name>…)`; the language also has `(?<name>…)`.
std::string withNamedGroups(std::string_view pattern) {
    std::string out;
    bool inClass = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string_view rest = pattern.substr(i);
        if (rest.starts_with("\\Q")) {
            const std::size_t end = std::min(pattern.size(), pattern.find("\\E", i));
            out += pattern.substr(i, end - i);
            i = end - 1;
        } else if (rest[0] == '\\' && rest.size() > 1) {
            out += rest.substr(0, 2);
            ++i;
        } else if (!inClass && rest.starts_with("(?<") && rest.size() > 3) {
            out += "(?P<";
            i += 2;
        } else {
            if (rest[0] == '[' && !inClass) {
                inClass = true;
                // A bracket right at the start of a class is literal.
                out += '[';
                if (i + 1 < pattern.size() && pattern[i + 1] == '^')
                    out += pattern[++i];
                if (i + 1 < pattern.size() && pattern[i + 1] == ']')
                    out += pattern[++i];
                continue;
            }
            if (inClass && rest.starts_with("[:")) {
                const std::size_t end = pattern.find(":]", i);
                if (end != std::string_view::npos) {
                    out += pattern.substr(i, end + 2 - i);
                    i = end + 1;
                    continue;
                }
            }
            if (rest[0] == ']')
                inClass = false;
            out += rest[0];
        }
    }
    return out;
}

const char* problem(RE2::ErrorCode code) {
    switch (code) {
    case RE2::ErrorBadEscape:
        return "invalid escape sequence";
    case RE2::ErrorBadCharClass:
        return "invalid character class";
    case RE2::ErrorBadCharRange:
        return "invalid character class range";
    case RE2::ErrorMissingBracket:
        return "missing closing ]";
    case RE2::ErrorMissingParen:
        return "missing closing )";
    case RE2::ErrorUnexpectedParen:
        return "unexpected )";
    case RE2::ErrorTrailingBackslash:
        return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument:
        return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize:
        return "invalid repeat count";
    case RE2::ErrorRepeatOp:
        return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp:
        return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8:
        return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture:
        return "invalid named capture";
    case RE2::ErrorPatternTooLarge:
        return "expression too large";
    default:
        return "regexp/syntax: internal error";
    }
}

/// A compiled pattern, and the reference's error if it is invalid.
class Pattern {
public:
    explicit Pattern(const std::string& pattern)
        : m_expression(withNamedGroups(pattern), options())
        , m_text(pattern) {}

    bool isValid() const { return m_expression.ok(); }
    const char* problem() const { return lang::problem(m_expression.error_code()); }
    /// Returns the invalid part of the pattern.
    std::string where() const {
        const RE2::ErrorCode code = m_expression.error_code();
        if (code == RE2::ErrorMissingParen || code == RE2::ErrorUnexpectedParen)
            return m_text;
        if (code == RE2::ErrorTrailingBackslash)
            return {};
        constexpr std::string_view named = "(?P<";
        const std::string& part = m_expression.error_arg();
        const bool rewritten = part.starts_with(named) && m_text.find(part) == std::string::npos;
        return rewritten ? "(?<" + part.substr(named.size()) : part;
    }
    std::size_t groupCount() const { return static_cast<std::size_t>(m_expression.NumberOfCapturingGroups()); }
    /// Names of groups by their number, counted from one.
    const std::map<int, std::string>& groupNames() const { return m_expression.CapturingGroupNames(); }

    /// Returns a match at or after an offset: the whole match and the groups; empty if there is none.
    std::vector<re2::StringPiece> match(std::string_view text, std::size_t from) const {
        std::vector<re2::StringPiece> groups(groupCount() + 1);
        const re2::StringPiece piece(text.data(), text.size());
        if (!m_expression.Match(piece, from, text.size(), RE2::UNANCHORED, groups.data(),
                                static_cast<int>(groups.size())))
            groups.clear();
        return groups;
    }

private:
    static RE2::Options options() {
        constexpr std::int64_t memory = 64 << 20;
        RE2::Options result;
        result.set_log_errors(false);
        result.set_max_mem(memory);
        return result;
    }

    RE2 m_expression;
    std::string m_text;
};

std::size_t offsetIn(std::string_view text, re2::StringPiece piece) {
    return static_cast<std::size_t>(piece.data() - text.data());
}

/// Returns the size of the character at an offset; 1 at the end.
std::size_t stepAt(std::string_view text, std::size_t at) {
    return at < text.size() ? values::decodeUtf8(text.substr(at)).size : 1;
}

/// Returns all matches that do not overlap; empty ones directly after another match are ignored.
std::vector<std::vector<re2::StringPiece>> allMatches(const Pattern& pattern, std::string_view text) {
    std::vector<std::vector<re2::StringPiece>> matches;
    std::optional<std::size_t> previousEnd;
    for (std::size_t at = 0; at <= text.size();) {
        auto groups = pattern.match(text, at);
        if (groups.empty())
            break;
        const std::size_t start = offsetIn(text, groups[0]);
        const std::size_t end = start + groups[0].size();
        const bool accepted = end != at || start != previousEnd;
        at = end == at ? at + stepAt(text, at) : end;
        previousEnd = end;
        if (accepted)
            matches.push_back(std::move(groups));
    }
    return matches;
}

// --- regex, regexall

TypeOutcome resultType(const std::string& text) {
    const Pattern pattern(text);
    if (!pattern.isValid())
        return failAt(0, fmt::format("invalid regexp pattern: {} in {}", pattern.problem(), pattern.where()));
    const std::size_t named = pattern.groupNames().size();
    const std::size_t count = pattern.groupCount();
    if (count == 0)
        return Type::string();
    if (named == 0)
        return Type::tuple(std::vector<Type>(count, Type::string()));
    if (named < count)
        return failAt(0, "invalid regexp pattern: cannot mix both named and unnamed capture groups");
    std::vector<values::ObjectAttribute> attributes;
    for (const auto& entry : pattern.groupNames())
        attributes.push_back({entry.second, Type::string()});
    return Type::object(std::move(attributes));
}

Value groupValue(re2::StringPiece group) {
    return group.data() ? Value::string({group.data(), group.size()}) : Value::null(Type::string());
}

Value matchValue(const Pattern& pattern, const std::vector<re2::StringPiece>& groups) {
    if (groups.size() == 1)
        return groupValue(groups[0]);
    if (pattern.groupNames().empty()) {
        std::vector<Value> elements;
        for (std::size_t i = 1; i < groups.size(); ++i)
            elements.push_back(groupValue(groups[i]));
        return Value::tuple(std::move(elements));
    }
    std::vector<std::pair<std::string, Value>> attributes;
    for (const auto& [number, name] : pattern.groupNames())
        attributes.emplace_back(name, groupValue(groups[static_cast<std::size_t>(number)]));
    return Value::object(std::move(attributes));
}

ValueOutcome regex(Arguments arguments, Type) {
    const Pattern pattern(arguments[0].asString());
    const auto groups = pattern.match(arguments[1].asString(), 0);
    if (groups.empty())
        return fail("pattern did not match any part of the given string");
    return matchValue(pattern, groups);
}

ValueOutcome regexAll(Arguments arguments, Type type) {
    const Pattern pattern(arguments[0].asString());
    std::vector<Value> elements;
    for (const auto& groups : allMatches(pattern, arguments[1].asString()))
        elements.push_back(matchValue(pattern, groups));
    return Value::sequence(type, std::move(elements));
}

// --- replace

/// Returns the size of the letter, digit or underscore at the start of a text, or zero.
std::size_t nameCharacterSize(std::string_view text) {
    if (text.empty())
        return 0;
    const auto point = values::decodeUtf8(text);
    const auto code = static_cast<UChar32>(point.code);
    return code == '_' || u_isalpha(code) || u_isdigit(code) ? point.size : 0;
}

/// Replacement text with `$1`, `${name}` and `$$`.
class Replacement {
public:
    Replacement(std::string_view text, const Pattern& pattern)
        : m_text(text)
        , m_pattern(pattern) {}

    void append(std::string& out, const std::vector<re2::StringPiece>& groups) const {
        std::string_view rest = m_text;
        for (std::size_t dollar; (dollar = rest.find('$')) != std::string_view::npos;) {
            out += rest.substr(0, dollar);
            rest.remove_prefix(dollar + 1);
            if (rest.starts_with('$')) {
                out += '$';
                rest.remove_prefix(1);
            } else if (const auto name = takeName(rest)) {
                if (const auto group = groupOf(*name); group && *group < groups.size())
                    out += std::string_view(groups[*group].data() ? groups[*group].data() : "", groups[*group].size());
            } else {
                out += '$';
            }
        }
        out += rest;
    }

private:
    static std::optional<std::string_view> takeName(std::string_view& rest) {
        const bool braced = rest.starts_with('{');
        std::size_t end = braced ? 1 : 0;
        const std::size_t start = end;
        while (const std::size_t size = nameCharacterSize(rest.substr(end)))
            end += size;
        if (end == start || (braced && (end >= rest.size() || rest[end] != '}')))
            return std::nullopt;
        const std::string_view name = rest.substr(start, end - start);
        rest.remove_prefix(end + (braced ? 1 : 0));
        return name;
    }

    std::optional<std::size_t> groupOf(std::string_view name) const {
        constexpr std::size_t mostDigits = 8;
        if (name.find_first_not_of("0123456789") == std::string_view::npos && name.size() <= mostDigits &&
            (name[0] != '0' || name.size() == 1))
            return static_cast<std::size_t>(std::stoul(std::string(name)));
        for (const auto& [number, groupName] : m_pattern.groupNames()) {
            if (groupName == name)
                return static_cast<std::size_t>(number);
        }
        return std::nullopt;
    }

    std::string_view m_text;
    const Pattern& m_pattern;
};

/// Stops if the text becomes too long, as the next function.
std::string replacedMatches(const Pattern& pattern, std::string_view text, const Replacement& replacement) {
    std::string out;
    std::size_t copied = 0;
    for (const auto& groups : allMatches(pattern, text)) {
        const std::size_t start = offsetIn(text, groups[0]);
        out += text.substr(copied, start - copied);
        replacement.append(out, groups);
        if (!EvaluationBudget::admits(0, out.size()))
            break;
        copied = start + groups[0].size();
    }
    out += text.substr(copied);
    return out;
}

std::string replacedText(std::string_view text, std::string_view what, std::string_view with) {
    std::string out;
    if (what.empty()) {
        // Before each character and at the end.
        for (std::size_t at = 0; at < text.size() && EvaluationBudget::admits(0, out.size() + with.size());) {
            const std::size_t size = stepAt(text, at);
            out += with;
            out += text.substr(at, size);
            at += size;
        }
        out += with;
        return out;
    }
    for (std::size_t at;
         (at = text.find(what)) != std::string_view::npos && EvaluationBudget::admits(0, out.size() + with.size());) {
        out += text.substr(0, at);
        out += with;
        text.remove_prefix(at + what.size());
    }
    out += text;
    return out;
}

ValueOutcome replace(Arguments arguments, Type) {
    const std::string& text = arguments[0].asString();
    const std::string& what = arguments[1].asString();
    const std::string& with = arguments[2].asString();
    if (what.size() < 2 || !what.starts_with('/') || !what.ends_with('/'))
        return Value::string(replacedText(text, what, with));
    const Pattern pattern(what.substr(1, what.size() - 2));
    if (!pattern.isValid())
        return fail(fmt::format("error parsing regexp: {}: `{}`", pattern.problem(), pattern.where()));
    return Value::string(replacedMatches(pattern, text, Replacement(with, pattern)));
}

} // namespace

void addRegularExpressions(FunctionList& functions) {
    const std::vector<Parameter> parameters{parameter("pattern", Type::string()), parameter("string", Type::string())};
    add(functions, {.name = "regex",
                    .parameters = parameters,
                    .type = [](Arguments arguments) -> TypeOutcome {
                        return arguments[0].isKnown() ? resultType(arguments[0].asString()) : Type::dynamic();
                    },
                    .call = regex});
    add(functions, {.name = "regexall",
                    .parameters = parameters,
                    .type = [](Arguments arguments) -> TypeOutcome {
                        if (!arguments[0].isKnown())
                            return Type::list(Type::dynamic());
                        const auto type = resultType(arguments[0].asString());
                        if (!type)
                            return type;
                        return Type::list(*type);
                    },
                    .call = regexAll});
    add(functions, {.name = "replace",
                    .parameters = {parameter("str", Type::string()), parameter("substr", Type::string()),
                                   parameter("replace", Type::string())},
                    .type = always(Type::string()),
                    .call = replace});
}

} // namespace planlens::lang
