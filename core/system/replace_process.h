// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/spawn.h"

namespace planlens::system {

/// Runs a program in place of this one: it keeps the process, the terminal and the standard streams. Returns only if
/// that fails, with an errno.
int replaceProcess(const Command& command);

} // namespace planlens::system
