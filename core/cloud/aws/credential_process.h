// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/role.h"

namespace planlens::cloud::aws {

/// Runs the command of a profile in a shell and reads the credentials that it prints. It has no terminal.
Found runCredentialProcess(const std::string& command, const std::stop_token& stop);

} // namespace planlens::cloud::aws
