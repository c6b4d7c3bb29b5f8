// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

namespace planlens::masking {

/// The secrets of a plan for texts that leave the program, such as reports: secretsOf(), and the
/// credentials in the configuration of `terraform_remote_state`, which OpenTofu's own plan shows.
Secrets secretsInExports(const plans::Plan& plan);
/// Whether the value of an argument of a backend, or of a header, is a credential, by its name.
bool isCredential(std::string_view argument);

} // namespace planlens::masking
