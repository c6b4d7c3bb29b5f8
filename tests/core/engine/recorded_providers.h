// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/scripted_provider.h"

#include <filesystem>

namespace planlens::testing {

/// Makes test doubles of the providers used in recordings (local, null, random, time, tls). They have the real schemas,
/// and the behavior that affects changes. Files are looked up in `folder`. Without schemas, only the built-in provider
/// is available.
std::shared_ptr<ScriptedRegistry> recordedProviders(const std::filesystem::path& folder);

} // namespace planlens::testing
