// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringView>

#include <optional>

namespace planlens::models {

/// How well a text fits what was typed: all letters of it have to occur in their order, in any case. Letters that
/// follow each other and beginnings of words count more, and so does a short text. Higher is better; nothing where it
/// does not fit.
std::optional<int> fuzzyScore(QStringView typed, QStringView text);

} // namespace planlens::models
