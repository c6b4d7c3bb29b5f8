// SPDX-License-Identifier: MPL-2.0
#include "core/diags/suggestion.h"

#include <algorithm>

namespace planlens::diags {

namespace {

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view given, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (editDistance(given, name) < 3)
            return name;
    return {};
}

} // namespace planlens::diags
