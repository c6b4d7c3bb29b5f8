// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// Text in double quotes with escapes, as Go's %q prints it: how names stand in the reference's messages.
std::string quoted(std::string_view text);

} // namespace planlens::values
