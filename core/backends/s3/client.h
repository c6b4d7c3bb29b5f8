// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/remote/client.h"
#include "core/backends/s3/settings.h"

#include <memory>
#include <string>

namespace planlens::backends::s3 {

/// The state with this key. It has a session of its own.
std::unique_ptr<Client> makeClient(const Settings& settings, const std::string& key);

/// Deletes the state with this key, and its digest.
diags::Expected<bool, std::string> deleteState(const Settings& settings, cloud::aws::Session& session,
                                               const std::string& key, const std::stop_token& stop);

} // namespace planlens::backends::s3
