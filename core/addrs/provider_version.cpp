// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/provider_version.h"

#include "core/values/text/quoted.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace planlens::addrs {

using values::quoted;
using Operator = ProviderConstraints::Operator;

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isAlpha(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

template <typename Predicate>
std::string_view takeWhile(std::string_view& text, Predicate fits) {
    const auto length = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), fits) - text.begin());
    const std::string_view taken = text.substr(0, length);
    text.remove_prefix(length);
    return taken;
}

/// The unchecked parts of a constraint or version. The rest of the text is left.
struct Raw {
    std::string_view op, separator, prerelease, metadata;
    std::vector<std::string_view> numbers;
};

Raw scan(std::string_view& text) {
    Raw raw;
    raw.op = takeWhile(text, [](char c) { return !isDigit(c) && !isSpace(c) && !isAlpha(c) && c != '.' && c != '*'; });
    raw.separator = takeWhile(text, [](char c) { return isSpace(c) || c == 'v'; });
    const auto number = [&text] {
        if (!text.empty() && (text.front() == '*' || text.front() == 'x' || text.front() == 'X')) {
            const std::string_view wildcard = text.substr(0, 1);
            text.remove_prefix(1);
            return wildcard;
        }
        return takeWhile(text, isDigit);
    };
    for (std::string_view found = number(); !found.empty(); found = number()) {
        raw.numbers.push_back(found);
        if (text.empty() || text.front() != '.')
            break;
        text.remove_prefix(1);
    }
    const auto extra = [&text](char start) {
        if (text.empty() || text.front() != start)
            return std::string_view();
        text.remove_prefix(1);
        return takeWhile(text, [](char c) { return isDigit(c) || isAlpha(c) || c == '.' || c == '-'; });
    };
    if (!raw.numbers.empty()) {
        raw.prerelease = extra('-');
        raw.metadata = extra('+');
    }
    return raw;
}

bool isWildcard(std::string_view number) {
    return number == "*" || number == "x" || number == "X";
}
constexpr std::array<std::string_view, 3> numberNames{"major", "minor", "patch"};

/// Returns the version of checked parts; omitted numbers are 0.
diags::Expected<Version, std::string> versionOf(const Raw& raw) {
    Version version;
    for (const std::string_view text : raw.numbers) {
        std::int64_t number = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
            return diags::Unexpected(std::string("a number is out of range"));
        version.segments.push_back(number);
    }
    version.given = version.segments.size();
    version.segments.resize(3, 0);
    version.prerelease = raw.prerelease;
    version.metadata = raw.metadata;
    return version;
}

std::optional<Operator> operatorOf(const Raw& raw) {
    if (raw.op.empty() || raw.op == "=")
        return Operator::Equal;
    if (raw.op == "!=")
        return Operator::NotEqual;
    if (raw.op == ">")
        return Operator::Greater;
    if (raw.op == ">=")
        return Operator::GreaterOrEqual;
    if (raw.op == "<")
        return Operator::Less;
    if (raw.op == "<=")
        return Operator::LessOrEqual;
    if (raw.op == "~>")
        return raw.numbers.size() == 3 ? Operator::PessimisticPatch : Operator::PessimisticMinor;
    return {};
}

diags::Expected<ProviderConstraints::Constraint, std::string> constraintOf(const Raw& raw) {
    const auto wrong = [](std::string phrase) { return diags::Unexpected(std::move(phrase)); };
    const std::optional<Operator> op = operatorOf(raw);
    if (!op)
        return wrong("invalid constraint operator " + quoted(raw.op) +
                     (raw.op == "=<"   ? "; did you mean \"<=\"?"
                      : raw.op == "=>" ? "; did you mean \">=\"?"
                                       : ""));
    if (raw.separator.find('v') != std::string_view::npos)
        return wrong("a \"v\" prefix should not be used when specifying versions");
    if (!raw.separator.empty() && raw.op.empty())
        return wrong("extraneous spaces at start of specification");
    if (raw.separator.size() > 1 || (!raw.separator.empty() && raw.separator != " "))
        return wrong("only one space is expected after the operator " + quoted(raw.op));
    if (raw.numbers.size() > 3)
        return wrong("too many numbered portions; only three are allowed (major, minor, patch)");
    for (std::size_t i = 0; i < raw.numbers.size(); ++i)
        if (isWildcard(raw.numbers[i]))
            return wrong("can't use wildcard for " + std::string(numberNames[i]) +
                         " number; omit segments that should be unconstrained");
    auto version = versionOf(raw);
    if (!version)
        return wrong(version.error());
    return ProviderConstraints::Constraint{*op, *std::move(version)};
}

bool isSame(const Version& a, const Version& b) {
    return a.segments == b.segments && a.prerelease == b.prerelease && a.metadata == b.metadata;
}

/// Returns the first version excluded by a pessimistic constraint, incremented at this number.
Version upperBound(const Version& boundary, std::size_t number) {
    Version upper = boundary;
    ++upper.segments[number];
    std::fill(upper.segments.begin() + static_cast<std::ptrdiff_t>(number) + 1, upper.segments.end(), 0);
    upper.prerelease.clear();
    return upper;
}

bool meets(const Version& version, const ProviderConstraints::Constraint& constraint) {
    const Version& boundary = constraint.boundary;
    switch (constraint.op) {
    case Operator::Equal:
        return isSame(version, boundary);
    case Operator::NotEqual:
        return !isSame(version, boundary);
    case Operator::Greater:
        return version > boundary;
    case Operator::GreaterOrEqual:
        return version >= boundary;
    case Operator::Less:
        return version < boundary;
    case Operator::LessOrEqual:
        return version <= boundary;
    case Operator::PessimisticMinor:
        return version >= boundary && version < upperBound(boundary, 0);
    case Operator::PessimisticPatch:
        return version >= boundary && version < upperBound(boundary, 1);
    }
    return false;
}

std::string_view symbol(Operator op) {
    switch (op) {
    case Operator::Greater:
        return "> ";
    case Operator::GreaterOrEqual:
        return ">= ";
    case Operator::Equal:
        return "";
    case Operator::PessimisticPatch:
    case Operator::PessimisticMinor:
        return "~> ";
    case Operator::LessOrEqual:
        return "<= ";
    case Operator::Less:
        return "< ";
    case Operator::NotEqual:
        return "!= ";
    }
    return "";
}

} // namespace

diags::Expected<Version, std::string> parseProviderVersion(std::string_view text) {
    const auto wrong = [](std::string phrase) { return diags::Unexpected(std::move(phrase)); };
    if (trimmed(text).empty())
        return wrong("empty specification");
    std::string_view rest = text;
    const Raw raw = scan(rest);
    constexpr std::array<std::string_view, 9> operators{">", ">=", "<", "<=", "!", "!=", "~>", "^", "~"};
    if (std::find(operators.begin(), operators.end(), raw.op) != operators.end())
        return wrong("can't use constraint operator " + quoted(raw.op) + "; an exact version is required");
    if (!raw.op.empty())
        return wrong("invalid sequence " + quoted(raw.op) + " at start of specification");
    if (!raw.separator.empty())
        return wrong(raw.separator.find('v') != std::string_view::npos ? "a \"v\" prefix should not be used"
                                                                       : "extraneous spaces at start of specification");
    if (!rest.empty()) {
        rest = trimmed(rest);
        if (rest.empty())
            return wrong("extraneous spaces at end of specification");
        if (rest.starts_with(',') || rest.starts_with('|'))
            return wrong("can't specify multiple versions; a single exact version is required");
        if (rest.starts_with('-'))
            return wrong("can't specify version range; a single exact version is required");
        if (trimmed(text).starts_with(rest))
            return wrong("invalid specification; required format is three positive integers separated by periods");
        return wrong("invalid characters " + quoted(rest));
    }
    if (raw.numbers.size() > 3)
        return wrong("too many numbered portions; only three are allowed (major, minor, patch)");
    for (std::size_t i = 0; i < raw.numbers.size(); ++i)
        if (isWildcard(raw.numbers[i]))
            return wrong("can't use wildcard for " + std::string(numberNames[i]) +
                         " number; an exact version is required");
    return versionOf(raw);
}

diags::Expected<ProviderConstraints, std::string> ProviderConstraints::parse(std::string_view text) {
    const auto wrong = [](std::string phrase) { return diags::Unexpected(std::move(phrase)); };
    ProviderConstraints all;
    std::string_view rest = trimmed(text);
    while (!rest.empty()) {
        const std::string_view before = rest;
        const Raw raw = scan(rest);
        const std::string_view consumed = before.substr(0, before.size() - rest.size());
        auto constraint = constraintOf(raw);
        if (!constraint)
            return wrong("invalid specification " + quoted(consumed) + ": " + constraint.error());
        rest = trimmed(rest);
        if (!rest.empty()) {
            if (rest.starts_with('v'))
                return wrong("a \"v\" prefix should not be used when specifying versions");
            if (!rest.starts_with(','))
                return wrong("missing comma after " + quoted(consumed));
            rest = trimmed(rest.substr(1));
        }
        all.m_constraints.push_back(*std::move(constraint));
    }
    return all;
}

void ProviderConstraints::add(const ProviderConstraints& other) {
    m_constraints.insert(m_constraints.end(), other.m_constraints.begin(), other.m_constraints.end());
}

bool ProviderConstraints::allow(const Version& version) const {
    const bool isNamed = std::any_of(m_constraints.begin(), m_constraints.end(), [&](const Constraint& constraint) {
        return constraint.op == Operator::Equal && isSame(constraint.boundary, version);
    });
    return (version.prerelease.empty() || isNamed) &&
           std::all_of(m_constraints.begin(), m_constraints.end(),
                       [&](const Constraint& constraint) { return meets(version, constraint); });
}

std::string ProviderConstraints::toString() const {
    std::vector<Constraint> sorted = m_constraints;
    const auto before = [](const Constraint& a, const Constraint& b) {
        if (const std::weak_ordering order = a.boundary <=> b.boundary; order != 0)
            return order < 0;
        return a.boundary.metadata != b.boundary.metadata ? a.boundary.metadata < b.boundary.metadata : a.op < b.op;
    };
    std::sort(sorted.begin(), sorted.end(), before);
    sorted.erase(std::unique(sorted.begin(), sorted.end(),
                             [](const Constraint& a, const Constraint& b) {
                                 return a.op == b.op && isSame(a.boundary, b.boundary);
                             }),
                 sorted.end());
    std::string text;
    for (const Constraint& constraint : sorted) {
        Version shown = constraint.boundary;
        if (constraint.op == Operator::PessimisticMinor)
            shown.segments.resize(2);
        text += (text.empty() ? "" : ", ") + std::string(symbol(constraint.op)) + shown.toString();
    }
    return text;
}

} // namespace planlens::addrs
