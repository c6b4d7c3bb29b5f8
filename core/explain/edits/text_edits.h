// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/edits/replay.h"

#include <functional>
#include <vector>

namespace planlens::explain {

/// An edit of an expression that, undone, makes a value as it was in the last run.
struct TextEdit {
    Replay::Evaluated evaluated;
    diags::SourceRange place; // of the edited part
    std::vector<EditedText> pieces;
    bool isOfCase = false; // another function for upper or lower case, which explains many differences
};

/// Returns the part of a replayed value that is compared; std::nullopt if it is not known.
using ComparedPart = std::function<std::optional<values::Value>(const std::optional<values::Value>&)>;

/// Which edits of expressions are tried: all, or without those that explain many values, such as negations, new items
/// and texts that are added.
enum class TextEdits { All, Contained };

/// Tries edits of the expressions of a replay: other literals, solved from their place in the value, negated
/// conditions, other operators, replaced or removed functions, new items. Evaluates the expressions with each edit, so
/// their number is limited. Only edits for which `isPossible` returns true are returned.
std::vector<TextEdit> tryTextEdits(Replay& replay, const ComparedPart& partOf, const values::Value& before,
                                   const values::Value& after, const std::function<bool(const TextEdit&)>& isPossible,
                                   TextEdits which);

} // namespace planlens::explain
