// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

namespace planlens::masking {

/// The secrets of a plan for texts that leave the program, such as reports: secretsOf(), and secrets in
/// `terraform_remote_state` data sources that OpenTofu's own plan shows: outputs that the other state marks as
/// sensitive, and credentials in the configuration of its backend.
Secrets secretsInExports(const plans::Plan& plan);
/// Whether the value of an argument of a backend, or of a header, is a credential, by its name.
bool isCredential(std::string_view argument);

} // namespace planlens::masking
