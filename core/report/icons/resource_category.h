// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <array>
#include <string_view>

/// Categories of objects, which drawings show as icons.
namespace planlens::report {

enum class Category {
    Compute,
    Network,
    Storage,
    Database,
    Identity,
    Secret,
    Dns,
    Queue,
    Monitoring,
    Container,
    File,
    Other
};
inline constexpr std::array allCategories{Category::Compute,   Category::Network,  Category::Storage,
                                          Category::Database,  Category::Identity, Category::Secret,
                                          Category::Dns,       Category::Queue,    Category::Monitoring,
                                          Category::Container, Category::File,     Category::Other};

/// Returns the category of a resource type, with or without "data.", according to resources/graph/categories.txt.
Category categoryOf(std::string_view type);

/// Returns the name in the table: "compute", …
std::string_view nameOf(Category category);

/// Returns the outline of an icon as SVG path data in a square of 24 × 24, drawn with a stroke width of 2. Only
/// contains the commands M, L, C and Z with absolute coordinates, all separated by spaces.
std::string_view iconPath(Category category);

/// Returns the text of resources/graph/categories.txt.
std::string_view categoryTable();

} // namespace planlens::report
