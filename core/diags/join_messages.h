// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>

namespace planlens::diags {

/// Several problems as the text of one, without their places: that of a single one, or a list after how many there are.
std::string joinMessages(const Diagnostics& problems);

} // namespace planlens::diags
