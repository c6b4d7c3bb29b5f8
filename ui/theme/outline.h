// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QPainterPath>

#include <string_view>

namespace planlens::theme {

inline constexpr double outlineSide = 24; // of the square of all path data

/// Reads path data: words separated by blanks. M and L have a point, C has three, O has the center and the radius of a
/// circle, Z has none.
QPainterPath outline(std::string_view data);

} // namespace planlens::theme
