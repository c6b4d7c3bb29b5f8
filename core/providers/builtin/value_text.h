// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>

namespace planlens::providers::builtin {

/// A value as an expression of the language, laid out as the reference's formatter does. The value is wholly known and
/// has no marks.
std::string valueText(const values::Value& value);
/// The attributes of an object as arguments, a line or more each; the names are identifiers.
std::string argumentsText(const values::Value& object);

} // namespace planlens::providers::builtin
