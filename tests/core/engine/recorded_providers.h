// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/scripted_provider.h"

#include <filesystem>

namespace planlens::testing {

/// Doubles of the providers that recordings use (local, null, random, time, tls), with their real schemas and as much
/// of their manners as decides about changes. Files are looked for in the folder. Only the built-in provider where
/// there are no schemas.
std::shared_ptr<ScriptedRegistry> recordedProviders(const std::filesystem::path& folder);

} // namespace planlens::testing
