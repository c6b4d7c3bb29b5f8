// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace planlens::projects {

/// The number of occurrences of accounts and regions in texts of a project.
struct Mentions {
    std::map<std::string, std::size_t, std::less<>> accounts; // of 12 digits
    std::map<std::string, std::size_t, std::less<>> regions;  // of ARNs

    /// Counts the occurrences in a text, each as `weight`.
    void add(std::string_view text, std::size_t weight = 1);
};

/// The account and the region of a project. Only these are folded, because others are differences that matter.
struct OwnValues {
    std::string account, region; // empty: unknown
    /// Whether the value is from the state or a variable. Otherwise it is inferred from the changes, and is not folded
    /// if most projects share it.
    bool isAccountKnown = false, isRegionKnown = false;
};

/// The most frequent value; empty if there is none. Of several equally frequent ones, those in `common`, which occur in
/// most projects, are ignored; empty if that leaves none or several.
std::string mostMentioned(const std::map<std::string, std::size_t, std::less<>>& mentions,
                          const std::set<std::string>& common);

/// Whether a text is an account number of 12 digits.
bool isAccount(std::string_view text);
/// The range of the region in "arn:aws:s3:eu-west-1:123456789012:…", for a text that starts with "arn:"; two zeros if
/// there is none.
std::pair<std::size_t, std::size_t> regionOfArn(std::string_view text);

} // namespace planlens::projects
