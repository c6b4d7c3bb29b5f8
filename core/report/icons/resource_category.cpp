// SPDX-License-Identifier: MPL-2.0
#include "core/report/icons/resource_category.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace planlens::report {

namespace {

struct Description {
    std::string_view name, path;
};

const Description& describe(Category category) {
    static constexpr std::array<Description, allCategories.size()> descriptions{{
        {"compute",
         "M 6 6 L 18 6 L 18 18 L 6 18 Z M 10 10 L 14 10 L 14 14 L 10 14 Z M 9 2 L 9 6 M 15 2 L 15 6 M 9 18 L 9 "
         "22 M 15 18 L 15 22 M 2 9 L 6 9 M 2 15 L 6 15 M 18 9 L 22 9 M 18 15 L 22 15"},
        {"network",
         "M 9 3 L 15 3 L 15 8 L 9 8 Z M 3 16 L 9 16 L 9 21 L 3 21 Z M 15 16 L 21 16 L 21 21 L 15 21 Z M 12 8 L "
         "12 12 M 6 16 L 6 12 L 18 12 L 18 16"},
        {"storage", "M 3 6 C 3 3 21 3 21 6 C 21 9 3 9 3 6 Z M 3 6 L 6 20 C 6.5 21.5 17.5 21.5 18 20 L 21 6"},
        {"database",
         "M 4 6 C 4 2.7 20 2.7 20 6 C 20 9.3 4 9.3 4 6 Z M 4 6 L 4 18 C 4 21.3 20 21.3 20 18 L 20 6 M 4 12 C "
         "4 15.3 20 15.3 20 12"},
        {"identity",
         "M 12 3 C 14.2 3 16 4.8 16 7 C 16 9.2 14.2 11 12 11 C 9.8 11 8 9.2 8 7 C 8 4.8 9.8 3 12 3 Z M 4 21 C "
         "4 16 7.5 14 12 14 C 16.5 14 20 16 20 21 Z"},
        {"secret", "M 5 11 L 19 11 L 19 21 L 5 21 Z M 8 11 L 8 7 C 8 1.7 16 1.7 16 7 L 16 11 M 12 15 L 12 17"},
        {"dns",
         "M 12 3 C 17 3 21 7 21 12 C 21 17 17 21 12 21 C 7 21 3 17 3 12 C 3 7 7 3 12 3 Z M 3 12 L 21 12 M 12 3 C "
         "16.5 8 16.5 16 12 21 C 7.5 16 7.5 8 12 3"},
        {"queue",
         "M 2 8 L 7 8 L 7 16 L 2 16 Z M 9.5 8 L 14.5 8 L 14.5 16 L 9.5 16 Z M 17 12 L 22 12 M 19.5 9 L 22 12 L "
         "19.5 15"},
        {"monitoring", "M 2 12 L 7 12 L 10 5 L 14 19 L 17 12 L 22 12"},
        {"container", "M 12 2 L 21 7 L 21 17 L 12 22 L 3 17 L 3 7 Z M 3 7 L 12 12 L 21 7 M 12 12 L 12 22"},
        {"file", "M 5 2 L 14 2 L 19 7 L 19 22 L 5 22 Z M 14 2 L 14 7 L 19 7 M 9 13 L 15 13 M 9 17 L 15 17"},
        {"other", "M 12 3 L 21 12 L 12 21 L 3 12 Z"},
    }};
    return descriptions[std::size_t(category)];
}

using Table = std::map<std::string, Category, std::less<>>;

struct Tables {
    Table prefixes, words;
};

Tables read(std::string_view text) {
    Tables tables;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('#'))
            continue;
        std::optional<Category> category;
        while (!line.empty()) {
            const std::size_t length = std::min(line.find(' '), line.size());
            const std::string_view entry = line.substr(0, length);
            line.remove_prefix(std::min(length + 1, line.size()));
            if (entry.empty())
                continue;
            if (category)
                (entry.front() == '~' ? tables.words : tables.prefixes)
                    .insert_or_assign(std::string(entry.front() == '~' ? entry.substr(1) : entry), *category);
            else
                category = *std::find_if(allCategories.begin(), std::prev(allCategories.end()),
                                         [&](Category other) { return nameOf(other) == entry; });
        }
    }
    return tables;
}

} // namespace

Category categoryOf(std::string_view type) {
    static const Tables tables = read(categoryTable());
    constexpr std::string_view dataPrefix = "data.";
    if (type.starts_with(dataPrefix))
        type.remove_prefix(dataPrefix.size());
    for (std::size_t length = type.size(); length > 0; --length)
        if (const auto found = tables.prefixes.find(type.substr(0, length)); found != tables.prefixes.end())
            return found->second;
    // The last word names the kind of object: aws_x_database is a database.
    while (!type.empty()) {
        const std::size_t start = type.rfind('_');
        const std::string_view word = start == std::string_view::npos ? type : type.substr(start + 1);
        if (const auto found = tables.words.find(word); found != tables.words.end())
            return found->second;
        type = start == std::string_view::npos ? std::string_view() : type.substr(0, start);
    }
    return Category::Other;
}

std::string_view nameOf(Category category) {
    return describe(category).name;
}

std::string_view iconPath(Category category) {
    return describe(category).path;
}

} // namespace planlens::report
