// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>

namespace planlens::system {

/// Loads a shared library that is part of Planlens and returns a function of it. `path` is relative to the installation
/// prefix or the build directory of this program. The file must be owned by the owner of the program or by root. The
/// library stays loaded.
diags::Expected<void*, std::string> loadOwnFunction(const std::string& path, const char* function);

/// Whether this process can open this many additional files, for libraries that abort if they cannot open one.
bool canOpenFiles(int count);

} // namespace planlens::system
