// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace planlens::projects {

/// How often accounts and regions occur in texts of a project.
struct Mentions {
    std::map<std::string, std::size_t, std::less<>> accounts; // of 12 digits
    std::map<std::string, std::size_t, std::less<>> regions;  // of ARNs

    /// Counts those in a text, each `weight` times.
    void add(std::string_view text, std::size_t weight = 1);
};

/// The account and the region that belong to a project. Only these are folded: all others are values that matter.
struct OwnValues {
    std::string account, region; // empty: unknown
    /// Whether the state or a variable shows it. Otherwise it is a guess from the changes, so that a value that most
    /// projects share counts as a value of its own.
    bool isAccountKnown = false, isRegionKnown = false;
};

/// The value that is mentioned most; empty if there is none or more than one. Of several, those in `common` do not
/// count, which most projects mention.
std::string mostMentioned(const std::map<std::string, std::size_t, std::less<>>& mentions,
                          const std::set<std::string>& common);

/// Whether a text is an account number of 12 digits.
bool isAccount(std::string_view text);
/// The range of the region in "arn:aws:s3:eu-west-1:123456789012:…", for a text that starts with "arn:"; two zeros if
/// there is none.
std::pair<std::size_t, std::size_t> regionOfArn(std::string_view text);

} // namespace planlens::projects
