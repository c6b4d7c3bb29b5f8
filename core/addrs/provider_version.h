// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider.h"
#include "core/addrs/version.h"
#include "core/diags/expected.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::addrs {

/// Parses a provider version in the form of lock files: up to three numbers and no "v", stricter than
/// Version::parse. The error is a phrase.
diags::Expected<Version, std::string> parseProviderVersion(std::string_view text);

/// The acceptable versions of a provider, combined from all modules that require it. Stricter in its syntax than
/// VersionConstraints, and different for prereleases: only exactly specified ones are acceptable.
class ProviderConstraints {
public:
    enum class Operator {
        Greater,
        GreaterOrEqual,
        Equal,
        PessimisticPatch,
        PessimisticMinor,
        LessOrEqual,
        Less,
        NotEqual
    };
    struct Constraint {
        Operator op = Operator::Equal;
        Version boundary;
    };

    /// Parses a comma-separated list; an empty text allows all releases. The error is a phrase.
    static diags::Expected<ProviderConstraints, std::string> parse(std::string_view text);
    void add(const ProviderConstraints& other);
    bool allow(const Version& version) const;
    /// Returns the canonical text: sorted, without duplicates, full versions: "~> 3.1, >= 3.1.4".
    std::string toString() const;

private:
    std::vector<Constraint> m_constraints;
};

/// All required providers with their version constraints.
using ProviderRequirements = std::map<Provider, ProviderConstraints>;

} // namespace planlens::addrs
