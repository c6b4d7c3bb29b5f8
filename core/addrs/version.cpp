// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/version.h"

#include "core/values/text/trimmed.h"

#include <algorithm>
#include <charconv>

namespace planlens::addrs {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLabelCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '~';
}

/// Whether the text consists of nonempty labels separated by dots.
bool isLabels(std::string_view text) {
    bool inLabel = false;
    for (const char c : text) {
        if (c == '.' && !inLabel)
            return false;
        if (c != '.' && !isLabelCharacter(c))
            return false;
        inLabel = c != '.';
    }
    return inLabel;
}

std::optional<std::int64_t> toNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return {};
    return number;
}

/// Returns the part before the separator; leaves the rest, without the separator.
std::string_view takeUntil(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

/// Numbers sort before words. A missing part sorts before a number, but after a word.
int comparePart(std::string_view a, std::string_view b) {
    if (a == b)
        return 0;
    const auto aNumber = toNumber(a);
    const auto bNumber = toNumber(b);
    if (a.empty())
        return bNumber ? -1 : 1;
    if (b.empty())
        return aNumber ? 1 : -1;
    if (aNumber.has_value() != bNumber.has_value())
        return aNumber ? -1 : 1;
    if (aNumber)
        return *aNumber > *bNumber ? 1 : -1;
    return a > b ? 1 : -1;
}

int comparePrereleases(std::string_view a, std::string_view b) {
    while (!a.empty() || !b.empty()) {
        if (const int order = comparePart(takeUntil(a, '.'), takeUntil(b, '.')); order != 0)
            return order;
    }
    return 0;
}

bool prereleaseFits(const Version& version, const Version& wanted) {
    if (version.prerelease.empty())
        return true;
    return !wanted.prerelease.empty() && version.segments == wanted.segments;
}

/// "~> 1.2.3" allows only the last specified number to increase.
bool meetsPessimistic(const Version& version, const Version& wanted) {
    if (!prereleaseFits(version, wanted) || (!wanted.prerelease.empty() && version.prerelease.empty()))
        return false;
    if (version < wanted || wanted.segments.size() > version.segments.size())
        return false;
    for (std::size_t i = 0; i + 1 < wanted.given; ++i) {
        if (version.segments[i] != wanted.segments[i])
            return false;
    }
    const std::size_t last = wanted.segments.size() - 1;
    return wanted.segments[last] <= version.segments[last];
}

bool meets(const Version& version, const VersionConstraints::Constraint& constraint) {
    using Operator = VersionConstraints::Operator;
    const Version& wanted = constraint.version;
    switch (constraint.op) {
    case Operator::Equal:
        return version == wanted;
    case Operator::NotEqual:
        return !(version == wanted);
    case Operator::Greater:
        return prereleaseFits(version, wanted) && version > wanted;
    case Operator::Less:
        return prereleaseFits(version, wanted) && version < wanted;
    case Operator::GreaterOrEqual:
        return prereleaseFits(version, wanted) && version >= wanted;
    case Operator::LessOrEqual:
        return prereleaseFits(version, wanted) && version <= wanted;
    case Operator::Pessimistic:
        return meetsPessimistic(version, wanted);
    }
    return false;
}

struct OperatorText {
    std::string_view text;
    VersionConstraints::Operator op;
};
constexpr OperatorText operators[] = {
    {"<=", VersionConstraints::Operator::LessOrEqual}, {">=", VersionConstraints::Operator::GreaterOrEqual},
    {"!=", VersionConstraints::Operator::NotEqual},    {"~>", VersionConstraints::Operator::Pessimistic},
    {"<", VersionConstraints::Operator::Less},         {">", VersionConstraints::Operator::Greater},
    {"=", VersionConstraints::Operator::Equal},
};

} // namespace

std::optional<Version> Version::parse(std::string_view text) {
    if (text.starts_with('v'))
        text.remove_prefix(1);
    Version result;
    const std::size_t coreEnd = std::min(
        static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), [](char c) { return isDigit(c) || c == '.'; }) - text.begin()),
        text.size());
    std::string_view core = text.substr(0, coreEnd);
    text.remove_prefix(coreEnd);
    if (core.empty() || core.back() == '.')
        return {};
    while (!core.empty()) {
        const auto number = toNumber(takeUntil(core, '.'));
        if (!number)
            return {};
        result.segments.push_back(*number);
    }
    result.given = result.segments.size();
    result.segments.resize(std::max<std::size_t>(3, result.segments.size()), 0);

    const std::size_t plus = std::min(text.find('+'), text.size());
    std::string_view prerelease = text.substr(0, plus);
    if (!prerelease.empty()) {
        // A dash may be omitted before letters, but not before numbers: "1.2beta".
        if (prerelease.front() == '-')
            prerelease.remove_prefix(1);
        if (!isLabels(prerelease))
            return {};
        result.prerelease = prerelease;
    }
    if (plus < text.size()) {
        const std::string_view metadata = text.substr(plus + 1);
        if (!isLabels(metadata))
            return {};
        result.metadata = metadata;
    }
    return result;
}

std::string Version::toString() const {
    std::string out;
    for (const std::int64_t segment : segments)
        out += (out.empty() ? "" : ".") + std::to_string(segment);
    if (!prerelease.empty())
        out += "-" + prerelease;
    if (!metadata.empty())
        out += "+" + metadata;
    return out;
}

std::weak_ordering Version::operator<=>(const Version& other) const {
    for (std::size_t i = 0; i < std::max(segments.size(), other.segments.size()); ++i) {
        const std::int64_t ours = i < segments.size() ? segments[i] : 0;
        const std::int64_t theirs = i < other.segments.size() ? other.segments[i] : 0;
        if (ours != theirs)
            return ours <=> theirs;
    }
    if (segments.size() != other.segments.size())
        return std::weak_ordering::equivalent; // prereleases of "1.0" and "1.0.0.0" are not compared
    if (prerelease.empty() || other.prerelease.empty())
        return prerelease.empty() <=> other.prerelease.empty();
    return comparePrereleases(prerelease, other.prerelease) <=> 0;
}

std::optional<VersionConstraints> VersionConstraints::parse(std::string_view text) {
    VersionConstraints result;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        std::string_view rest = values::trimmed(part);
        Constraint constraint;
        for (const OperatorText& candidate : operators) {
            if (rest.starts_with(candidate.text)) {
                constraint.op = candidate.op;
                rest = values::trimmed(rest.substr(candidate.text.size()));
                break;
            }
        }
        std::optional<Version> version = Version::parse(rest);
        if (!version)
            return {};
        constraint.version = std::move(*version);
        constraint.text = values::trimmed(part);
        result.m_constraints.push_back(std::move(constraint));
        if (comma == std::string_view::npos)
            return result;
        text.remove_prefix(comma + 1);
    }
}

bool VersionConstraints::allow(const Version& version) const {
    return std::all_of(m_constraints.begin(), m_constraints.end(),
                       [&version](const Constraint& constraint) { return meets(version, constraint); });
}

std::string VersionConstraints::toString() const {
    std::string out;
    for (const Constraint& constraint : m_constraints)
        out += (out.empty() ? "" : ",") + constraint.text;
    return out;
}

} // namespace planlens::addrs
