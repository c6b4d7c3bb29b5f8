// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringView>

#include <optional>

namespace planlens::models {

/// Returns the score of a text for typed letters; nullopt if they do not all occur in order, in any case. Consecutive
/// letters, starts of words and short texts score higher.
std::optional<int> fuzzyScore(QStringView typed, QStringView text);

} // namespace planlens::models
