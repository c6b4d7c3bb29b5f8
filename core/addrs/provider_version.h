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

/// The version of a provider package, as lock files write it: up to three numbers and no "v", stricter than
/// Version::parse. Otherwise the phrase of what is wrong with it.
diags::Expected<Version, std::string> parseProviderVersion(std::string_view text);

/// What versions of a provider are acceptable, put together from all modules that name it. Stricter in its syntax than
/// VersionConstraints, and of another opinion about prereleases: only one that is named exactly is acceptable.
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

    /// Comma-separated; an empty text allows all releases. Otherwise the phrase of what is wrong with it.
    static diags::Expected<ProviderConstraints, std::string> parse(std::string_view text);
    void add(const ProviderConstraints& other);
    bool allow(const Version& version) const;
    /// Canonical: sorted, each once, versions in full: "~> 3.1, >= 3.1.4".
    std::string toString() const;

private:
    std::vector<Constraint> m_constraints;
};

/// All providers that something needs, with what it accepts.
using ProviderRequirements = std::map<Provider, ProviderConstraints>;

} // namespace planlens::addrs
