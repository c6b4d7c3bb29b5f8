// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <map>
#include <string>

namespace planlens::backends::pg {

using Keywords = std::map<std::string, std::string>;

/// The keywords of a connection string: a URL (`postgres://…`) or keyword=value pairs. Errors contain nothing of the
/// text.
diags::Expected<Keywords, std::string> parseKeywords(const std::string& text);

} // namespace planlens::backends::pg
