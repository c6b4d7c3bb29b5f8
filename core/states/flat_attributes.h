// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <map>
#include <string>

namespace planlens::states {

/// Decodes the attributes of an object that Terraform 0.11 or earlier saved: texts by path, such as `tags.%` for the
/// number of tags, `tags.a` for one of them, and `ports.0`. The type is that of an object. The error is a message.
diags::Expected<values::Value, std::string> decodeFlatAttributes(const std::map<std::string, std::string>& attributes,
                                                                 values::Type type);

} // namespace planlens::states
