// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::addrs {

/// A version of a module, a provider or the language: "1.2", "v1.2.3-beta1+build". Omitted numbers are 0.
struct Version {
    std::vector<std::int64_t> segments; // at least three
    std::size_t given = 0;              // number of segments as written
    std::string prerelease;
    std::string metadata;

    static std::optional<Version> parse(std::string_view text);
    /// Returns the canonical text: all segments, no "v".
    std::string toString() const;
    /// Build metadata is ignored; prereleases sort before their release.
    std::weak_ordering operator<=>(const Version& other) const;
    bool operator==(const Version& other) const { return (*this <=> other) == 0; }
};

/// "~> 1.2, != 1.2.5": all constraints must be met.
class VersionConstraints {
public:
    enum class Operator { Equal, NotEqual, Greater, Less, GreaterOrEqual, LessOrEqual, Pessimistic };
    struct Constraint {
        Operator op = Operator::Equal;
        Version version;
        std::string text; // as written
    };

    /// Returns nothing if the syntax is invalid.
    static std::optional<VersionConstraints> parse(std::string_view text);
    /// Prereleases are allowed only by a constraint with a prerelease of the same version.
    bool allow(const Version& version) const;
    const std::vector<Constraint>& all() const { return m_constraints; }
    /// Returns the text as written, without spaces around commas: "~> 1.2,!= 1.2.5".
    std::string toString() const;

private:
    std::vector<Constraint> m_constraints;
};

} // namespace planlens::addrs
