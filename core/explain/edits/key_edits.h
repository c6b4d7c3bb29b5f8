// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/edits/text_edits.h"

#include <set>
#include <string>
#include <vector>

namespace planlens::explain {

/// An edit that, undone, makes keys of a `for_each` as they were in the last run, and changes no others.
struct KeyEdit : Edit {
    std::set<std::string> keys; // added or removed ones that the edit explains
};

/// The edits that were tried for one repetition.
struct KeyEdits {
    std::vector<KeyEdit> found;
    std::set<plans::NamedValue> tried; // the values with edits, whether or not one explains a key
    std::vector<TextEdit> texts;       // that explain all keys
    std::size_t changed = 0;           // the number of added and removed keys
};

/// Tries edits of the values behind a `for_each` expression. Evaluates it with each one, so their number is limited,
/// and large collections are left out. `previous` are the keys of the last run.
KeyEdits tryKeyEdits(const PlanValues& values, const plans::NamedValue& repetition, const hcl::Expression& expression,
                     const std::set<std::string>& previous);

} // namespace planlens::explain
