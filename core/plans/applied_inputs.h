// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"
#include "core/values/value.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {

/// Fingerprints of the configuration, files and variables of an apply. Compared with the present ones, they show which
/// lines and values were edited, but not the previous ones.
struct AppliedInputs {
    using Fingerprint = std::uint32_t;
    std::string lineage; // of the state that the apply left
    std::uint64_t serial = 0;
    std::string salt; // of the fingerprints
    /// Of the lines of configuration files and of files that functions read, by name.
    std::map<std::string, std::vector<Fingerprint>, std::less<>> lines;
    /// Of the values of root variables that are not sensitive, and of their parts, by name and path.
    std::map<std::string, Fingerprint, std::less<>> values;

    /// An FNV-1a hash with the salt, folded to so few bits that many texts have it.
    Fingerprint of(std::string_view text) const;
    std::vector<Fingerprint> ofLines(std::string_view text) const;
    /// Calls a function with the path and the fingerprint of a wholly known value without marks, and of its parts. Not
    /// of more than a thousand.
    void ofParts(const values::Value& value,
                 const std::function<void(const values::Path& path, Fingerprint fingerprint)>& call) const;
};

} // namespace planlens::plans
