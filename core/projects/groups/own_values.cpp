// SPDX-License-Identifier: MPL-2.0
#include "core/projects/groups/own_values.h"

#include "core/projects/groups/identifiers.h"

#include <algorithm>
#include <vector>

namespace planlens::projects {

namespace {

constexpr std::size_t accountDigits = 12;

} // namespace

bool isAccount(std::string_view text) {
    return text.size() == accountDigits && std::all_of(text.begin(), text.end(), isDigit);
}

std::pair<std::size_t, std::size_t> regionOfArn(std::string_view text) {
    std::size_t start = 0;
    for (int field = 0; field < 3; ++field) {
        start = text.find(':', start);
        if (start == std::string_view::npos)
            return {};
        ++start;
    }
    const std::size_t end = text.find(':', start);
    const std::string_view region = text.substr(start, end == std::string_view::npos ? 0 : end - start);
    const bool isRegion = !region.empty() && std::all_of(region.begin(), region.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || isDigit(c) || c == '-';
    });
    return isRegion ? std::pair(start, end) : std::pair(std::size_t(0), std::size_t(0));
}

void Mentions::add(std::string_view text, std::size_t weight) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && isWordCharacter(text[i - 1]))
            continue;
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("arn:"))
            if (const auto [start, end] = regionOfArn(rest); end > 0)
                regions[std::string(rest.substr(start, end - start))] += weight;
        if (isAccount(rest.substr(0, accountDigits)) &&
            (rest.size() == accountDigits || !isWordCharacter(rest[accountDigits])))
            accounts[std::string(rest.substr(0, accountDigits))] += weight;
    }
}

std::string mostMentioned(const std::map<std::string, std::size_t, std::less<>>& mentions,
                          const std::set<std::string>& common) {
    std::size_t most = 0;
    for (const auto& [text, count] : mentions)
        most = std::max(most, count);
    std::vector<std::string> all, rare;
    for (const auto& [text, count] : mentions) {
        if (count < most)
            continue;
        all.push_back(text);
        if (!common.contains(text))
            rare.push_back(text);
    }
    const std::vector<std::string>& left = all.size() == 1 ? all : rare;
    return left.size() == 1 ? left.front() : std::string();
}

} // namespace planlens::projects
