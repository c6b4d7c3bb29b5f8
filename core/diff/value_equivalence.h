// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>

namespace planlens::diff {

/// Whether two values are the same to a reader. Plans that were read from files may lack schemas, so a list may be a
/// tuple there and a map an object, what is unknown has no type, numbers have the digits that were written, and other
/// values are marked as sensitive; what is not there is null.
bool isAlike(const values::Value& one, const values::Value& other);

/// A text that two values have in common where they are alike, and only there. It holds all of the value, secrets too.
std::string alikeText(const values::Value& value);

} // namespace planlens::diff
