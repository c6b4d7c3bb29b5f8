// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>
#include <utility>

namespace planlens::engine {

/// Returns the name and the value of the attribute that identifies the remote object for users: "id", otherwise "name".
/// Both are empty if there is none or its value is unknown, sensitive or ephemeral.
std::pair<std::string, std::string> displayId(const values::Value& object);
/// As displayId(), otherwise a name, including that in the tags.
std::pair<std::string, std::string> displayIdOrName(const values::Value& object);

} // namespace planlens::engine
