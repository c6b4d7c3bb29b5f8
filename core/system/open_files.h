// SPDX-License-Identifier: MPL-2.0
#pragma once

namespace planlens::system {

/// Whether this process can open this many additional files, for libraries that abort if they cannot open one.
bool canOpenFiles(int count);

} // namespace planlens::system
