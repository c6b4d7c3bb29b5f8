// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string_view>

namespace planlens::cli {

/// What -help says of the program as a whole.
std::string_view usage();
/// What -help says of a command; that of the program where there is nothing more to say.
std::string_view usageOf(std::string_view command);
/// Points to -help of a command on standard error, after its arguments were refused.
void tellHelp(std::string_view command);

} // namespace planlens::cli
